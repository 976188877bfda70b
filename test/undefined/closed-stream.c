// items: 148
// treatment: argument
// reason: a closed stream is read
#include <stdio.h>
int planted(int bad) { FILE *f = fopen("/dev/null", "r"); if (!f) return 0; if (bad) fclose(f); fgetc(f); if (!bad) fclose(f); return 0; }
