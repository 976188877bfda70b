// items: 200
// treatment: gap
// value: 1
// reason: mbrtowc gets a state that is none
#include <wchar.h>
#include <string.h>
int planted(int bad) { mbstate_t s; if (bad) memset(&s, 0x55, sizeof s); else memset(&s, 0, sizeof s); wchar_t w; return (int)mbrtowc(&w, "a", 1, &s); }
