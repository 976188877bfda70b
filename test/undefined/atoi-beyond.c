// items: 119
// treatment: GCC
// value: 1
// reason: atoi of a number beyond int
#include <stdlib.h>
int planted(int bad) { return atoi(bad ? "99999999999" : "99") > 0; }
