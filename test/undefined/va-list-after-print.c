// items: 169
// treatment: gap
// value: 5
// reason: va_arg behind vsnprintf
#include <stdarg.h>
#include <stdio.h>
static int first(int bad, ...) { va_list l; char s[16]; va_start(l, bad); int v = vsnprintf(s, 16, "%d", l); if (bad) v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return first(bad, 4, 5); }
