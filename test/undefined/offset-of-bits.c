// items: 144
// treatment: error
// reason: offsetof of a bit-field
#include <stddef.h>
struct s { int b : 3; }; int main(void) { return (int)offsetof(struct s, b); }
