// items: 194
// treatment: argument
// reason: the first strtok has no string
#include <string.h>
int planted(int bad) { char a[4] = "a,b"; char *p = strtok(bad ? 0 : a, ","); return p ? *p : 1; }
