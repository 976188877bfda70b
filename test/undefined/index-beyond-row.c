// items: 49
// treatment: gap
// value: 5
// reason: an index leads into the next row
int planted(int bad) { static int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; return m[0][bad ? 4 : 2]; }
