// items: 146
// treatment: gap
// value: 98
// reason: one stream gets wide characters and bytes
#include <stdio.h>
#include <wchar.h>
int planted(int bad) { if (bad) fputwc(L'a', stdout); return fputc('b', stdout); }
