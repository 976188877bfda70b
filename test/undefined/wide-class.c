// items: 202
// treatment: gap
// value: 1
// reason: the locale changes behind wctype
#include <wctype.h>
#include <locale.h>
int planted(int bad) { wctype_t t = wctype("digit"); if (bad) setlocale(LC_CTYPE, "C"); return iswctype(L'3', t) != 0; }
