// items: 150
// treatment: gap
// reason: fopen gets a mode that is none, and is no literal
#include <stdio.h>
int planted(int bad) { char mode[4] = "r"; if (bad) mode[0] = 'q'; FILE *f = fopen("/dev/null", mode); if (f) fclose(f); return f != 0; }
