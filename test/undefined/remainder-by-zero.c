// items: 45
// treatment: division
// reason: an unsigned modulo zero
int planted(int bad) { unsigned by = bad ? 0 : 4; return (int)(6u % by); }
