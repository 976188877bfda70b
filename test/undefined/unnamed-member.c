// items: 80
// treatment: any
// value: 1
// reason: bits of an unnamed member are compared
#include <string.h>
struct part { char c; int : 24; int v; };
int planted(int bad) { struct part a = { 1, 2 }, b = { 1, 2 }; return bad ? memcmp(&a, &b, sizeof a) == 0 : a.v == b.v; }
