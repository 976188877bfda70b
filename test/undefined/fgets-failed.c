// items: 170
// treatment: any
// value: 97
// reason: fgets of a stream that is only written
#include <stdio.h>
int planted(int bad) { char a[4] = "abc"; FILE *f = fopen("/dev/null", bad ? "w" : "r"); if (!f) return 'a'; fgets(a, 4, f); fclose(f); return a[0]; }
