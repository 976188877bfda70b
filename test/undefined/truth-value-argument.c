// items: 12
// treatment: representation
// value: 2
// reason: a truth value is an argument without a parameter, which gets the byte 2
#include <stdarg.h>
static void set(int byte, ...) { va_list ap; va_start(ap, byte); unsigned char *p = va_arg(ap, unsigned char *); va_end(ap); *p = byte; }
int planted(int bad) { _Bool b = 0; set(bad ? 2 : 1, &b); return b + 0; }
