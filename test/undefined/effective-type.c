// items: 37
// treatment: GCC
// value: 0
// reason: an int is written through a pointer to float
int planted(int bad) { union { int i; float f; } u = { 5 }; int n = 5; float g = 2; float *q = bad ? (float *)&n : &g; *q = 0; return n; }
