// items: 136
// treatment: gap
// reason: va_arg comes before va_start
#include <stdarg.h>
static int first(int bad, ...) { va_list l; int v; if (!bad) va_start(l, bad); v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return first(bad, 4); }
