// items: 24
// treatment: GCC
// value: 1
// reason: an address is converted to char
int planted(int bad) { static int x; char c = (char)(unsigned long)&x; return bad ? c == c : 1; }
