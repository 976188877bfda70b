// items: 111
// treatment: error
// reason: assert gets a structure
#include <assert.h>
struct s { int v; } x; int main(void) { assert(x); return 0; }
