// items: 137
// treatment: GCC
// value: 5
// reason: va_arg behind a function that took an argument
#include <stdarg.h>
static int one(va_list l) { return va_arg(l, int); }
static int first(int bad, ...) { va_list l; va_start(l, bad); int v = one(l); if (bad) v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return first(bad, 4, 5); }
