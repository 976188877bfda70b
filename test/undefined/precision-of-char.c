// items: 155
// treatment: GCC
// value: 1
// reason: a precision stands before c
#include <stdio.h>
int planted(int bad) { char s[16]; return bad ? snprintf(s, 16, "%.3c", 'a') : snprintf(s, 16, "%c", 'a'); }
