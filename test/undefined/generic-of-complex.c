// items: 196
// treatment: error
// reason: ceil gets a complex number
#include <tgmath.h>
void reach_error(void); int main(void) { double _Complex z = 1; if (ceil(z) > 1) reach_error(); return 0; }
