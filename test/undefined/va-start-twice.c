// items: 142
// treatment: GCC
// value: 4
// reason: va_start comes twice
#include <stdarg.h>
static int first(int bad, ...) { va_list l; va_start(l, bad); int v = va_arg(l, int); if (bad) va_start(l, bad); va_end(l); return v; }
int planted(int bad) { return first(bad, 4); }
