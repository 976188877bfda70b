// items: 143
// treatment: GCC
// value: 4
// reason: the last parameter is a char
#include <stdarg.h>
static int first(char n, ...) { va_list l; va_start(l, n); int v = va_arg(l, int); va_end(l); return v; }
int planted(int bad) { return first((char)bad, 4); }
