// items: 51
// treatment: shift
// reason: a count is the width
int planted(int bad) { unsigned count = bad ? 32 : 31; return (int)(1u << count != 0); }
