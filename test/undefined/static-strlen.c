// items: 105, 106
// treatment: GCC
// value: 7
// reason: a program defines a static strlen
#include <stddef.h>
static size_t strlen(const char *s) { return 7; }
int planted(int bad) { return (int)strlen("abc"); }
