// treatment: any
// value: 1
// reason: padding behind the assignment of a structure is compared
#include <string.h>
struct s { char c; int v; };
int planted(int bad) { struct s a, b; memset(&a, 0, sizeof a); memset(&b, 255, sizeof b); a.c = b.c = 1; a.v = b.v = 2; if (bad) b = a; return bad ? memcmp(&a, &b, sizeof a) == 0 : a.v == b.v; }
