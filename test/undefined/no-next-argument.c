// items: 141
// treatment: argument
// value: 648385256
// reason: va_arg goes beyond the last argument
#include <stdarg.h>
static int second(int n, ...) { va_list l; va_start(l, n); int v = va_arg(l, int); v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return bad ? second(1, 4) : second(1, 4, 5); }
