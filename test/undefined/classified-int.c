// items: 123
// treatment: error
// reason: isnan gets an int
#include <math.h>
int main(void) { int x = 3; return isnan(x); }
