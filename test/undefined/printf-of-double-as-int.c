// items: 108, 153
// treatment: argument
// value: 10
// reason: printf gets a double for %d
#include <stdio.h>
int planted(int bad) { char s[16]; if (bad) return snprintf(s, sizeof s, "%d", 1.5); return snprintf(s, sizeof s, "%d", 15); }
