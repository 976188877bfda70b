// items: 153
// treatment: argument
// value: 3
// reason: vsnprintf gets a number for %s
#include <stdarg.h>
#include <stdio.h>
static int measure(const char *format, ...) { char t[16]; va_list l; va_start(l, format); int n = vsnprintf(t, sizeof t, format, l); va_end(l); return n; }
int planted(int bad) { return bad ? measure("%s", 300) : measure("%d", 300); }
