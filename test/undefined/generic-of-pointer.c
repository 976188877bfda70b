// items: 195
// treatment: error
// reason: a type-generic macro gets a pointer
#include <tgmath.h>
void reach_error(void); int main(void) { int *p = 0; if (sqrt(p) > 1) reach_error(); return 0; }
