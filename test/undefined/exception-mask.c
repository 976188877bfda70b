// items: 116
// treatment: any
// value: 0
// reason: fetestexcept gets bits that are no exceptions
#include <fenv.h>
int planted(int bad) { feclearexcept(FE_ALL_EXCEPT); return fetestexcept(bad ? 1 << 20 : FE_INVALID); }
