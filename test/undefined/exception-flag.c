// items: 117
// treatment: gap
// value: 0
// reason: fesetexceptflag sets more than was asked for
#include <fenv.h>
int planted(int bad) { fexcept_t f; fegetexceptflag(&f, FE_INVALID); return fesetexceptflag(&f, bad ? FE_ALL_EXCEPT : FE_INVALID); }
