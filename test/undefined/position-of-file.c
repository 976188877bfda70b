// items: 175
// treatment: gap
// value: 0
// reason: fsetpos gets what no fgetpos has set
#include <stdio.h>
#include <stdlib.h>
int planted(int bad) { fpos_t p; FILE *f = fopen("/dev/null", "r"); if (!f) exit(0); if (!bad) fgetpos(f, &p); int r = fsetpos(f, &p); fclose(f); return r; }
