// items: 47, 49
// treatment: deref
// reason: an element behind an array is written
static int row[3], behind[3];
int planted(int bad) { behind[0] = 7; row[bad ? 4 : 2] = 9; return behind[0] + row[2]; }
