// items: 201
// treatment: GCC
// value: 0
// reason: iswdigit of a number that is no character
#include <wctype.h>
int planted(int bad) { return iswdigit(bad ? 0xfffffffeu : L'3') != 0; }
