// items: 115
// treatment: GCC
// value: 1
// reason: a program without FENV_ACCESS sets the rounding mode
#include <fenv.h>
int planted(int bad) { volatile double one = 1, three = 3; if (bad) fesetround(FE_UPWARD); double d = one / three; fesetround(FE_TONEAREST); return d > 0.33333333333333332; }
