// items: 118
// treatment: gap
// value: 0
// reason: fesetenv gets an environment that nothing set
#include <fenv.h>
int planted(int bad) { fenv_t e; if (!bad) fegetenv(&e); return fesetenv(&e); }
