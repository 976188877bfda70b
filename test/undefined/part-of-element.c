// items: 173, 172
// treatment: gap
// value: 2
// reason: an element of fread is used that was not read
#include <stdio.h>
int planted(int bad) { int a[2] = { 1, 2 }; FILE *f = fopen("/dev/null", "r"); if (!f) return 2; size_t n = fread(a, 4, 2, f); fclose(f); return bad && n < 2 ? a[1] : 2; }
