// treatment: GCC
// value: 66051
// reason: a smaller member of a union is written
int planted(int bad) { union { int i; char c; } u; u.i = 0x01020304; if (bad) u.c = 5; return u.i >> 8; }
