// items: 174
// treatment: any
// value: 0
// reason: fseek from the current place of a text stream
#include <stdio.h>
int planted(int bad) { FILE *f = fopen("/dev/null", "r"); if (!f) return 0; int r = fseek(f, bad ? 5 : 0, bad ? SEEK_CUR : SEEK_SET); fclose(f); return r; }
