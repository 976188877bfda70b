// items: 198, 154, 167
// treatment: gap
// value: -1
// reason: a wide print gets a byte that is no character
#include <wchar.h>
#include <stdio.h>
int planted(int bad) { wchar_t s[8]; return swprintf(s, 8, L"%s", bad ? "\xff" : "a"); }
