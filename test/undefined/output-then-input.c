// items: 151
// treatment: any
// value: -1
// reason: a stream is read behind output
#include <stdio.h>
int planted(int bad) { FILE *f = fopen("/dev/null", "r+"); if (!f) return 1; fputc('a', f); if (!bad) fflush(f); int c = fgetc(f); fclose(f); return c; }
