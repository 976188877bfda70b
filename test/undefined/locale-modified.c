// items: 120
// treatment: gap
// reason: the text of setlocale is written
#include <locale.h>
int planted(int bad) { char *s = setlocale(LC_ALL, 0); if (bad) s[0] = 'x'; return s[0]; }
