// items: 150
// treatment: argument
// reason: fopen gets a mode that is none
#include <stdio.h>
int planted(int bad) { FILE *f = fopen("/dev/null", bad ? "read" : "r"); if (f) fclose(f); return f != 0; }
