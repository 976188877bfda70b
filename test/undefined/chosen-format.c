// items: 153
// treatment: argument
// value: 3
// reason: the format that is chosen takes two arguments
#include <stdio.h>
int planted(int bad) { char t[16]; const char *formats[2] = { "%d", "%d %d" }; return snprintf(t, sizeof t, formats[bad], 300); }
