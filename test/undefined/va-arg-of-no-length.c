// items: 140
// treatment: error
// reason: va_arg asks for an array without a length
#include <stdarg.h>
void reach_error(void); static int f(int n, ...) { va_list l; va_start(l, n); va_arg(l, int[]); va_end(l); return 0; } int main(void) { if (f(1, 2)) reach_error(); return 0; }
