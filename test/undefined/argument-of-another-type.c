// items: 141
// treatment: argument
// value: -1823877512
// reason: va_arg asks for another type
#include <stdarg.h>
static int first(int n, ...) { va_list l; va_start(l, n); int v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return bad ? first(1, 4.0) : first(1, 4); }
