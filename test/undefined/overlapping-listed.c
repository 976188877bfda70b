// items: 100
// treatment: gap
// value: 97
// reason: vsnprintf prints what it writes
#include <stdarg.h>
#include <stdio.h>
static void put(char *to, const char *format, ...) { va_list l; va_start(l, format); vsnprintf(to, 8, format, l); va_end(l); }
int planted(int bad) { char s[16] = "xab", t[16] = "xab"; put(s, "a%s", bad ? s + 1 : t); return s[0]; }
