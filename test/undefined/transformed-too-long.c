// items: 193
// treatment: gap
// value: 97
// reason: strxfrm has no room for its result
#include <string.h>
int planted(int bad) { char a[8] = ""; size_t n = strxfrm(a, "abcd", bad ? 3 : 8); return a[0] + 0 * (int)n; }
