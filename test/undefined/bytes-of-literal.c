// items: 7
// treatment: GCC
// value: 2
// reason: a literal has a byte that is no character
int planted(int bad) { return (int)sizeof "é"; }
