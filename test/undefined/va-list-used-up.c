// items: 137
// treatment: argument
// value: 5
// reason: va_arg behind vsnprintf with the same list
#include <stdarg.h>
#include <stdio.h>
static int first(int bad, ...) { char t[8]; va_list l; va_start(l, bad); if (bad) vsnprintf(t, sizeof t, "%d", l); int v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return first(bad, 5, 6); }
