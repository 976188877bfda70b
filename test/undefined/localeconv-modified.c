// items: 121
// treatment: gap
// value: 120
// reason: the structure of localeconv is written
#include <locale.h>
int planted(int bad) { struct lconv *c = localeconv(); if (bad) c->decimal_point = "x"; return c->decimal_point[0]; }
