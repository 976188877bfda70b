// items: 203
// treatment: gap
// value: 65
// reason: the locale changes behind wctrans
#include <wctype.h>
#include <locale.h>
int planted(int bad) { wctrans_t t = wctrans("toupper"); if (bad) setlocale(LC_CTYPE, "C"); return (int)towctrans(L'a', t); }
