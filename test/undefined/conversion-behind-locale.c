// items: 190
// treatment: gap
// value: 1
// reason: the locale changes between conversions
#include <stdlib.h>
#include <locale.h>
int planted(int bad) { wchar_t w; mblen(0, 0); if (bad) setlocale(LC_CTYPE, "C"); return mbtowc(&w, "a", 1); }
