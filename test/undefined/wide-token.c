// items: 199
// treatment: gap
// value: 97
// reason: wcstok gets another pointer than it stored
#include <wchar.h>
int planted(int bad) { wchar_t s[8] = L"a b c", *p, *q; wcstok(s, L" ", &p); if (bad) p = s; q = wcstok(0, L" ", &p); return q ? (int)*q : 0; }
