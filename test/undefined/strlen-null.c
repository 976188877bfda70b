// items: 192, 109
// treatment: deref
// reason: strlen of a null pointer
#include <string.h>
int planted(int bad) { return (int)strlen(bad ? (char *)0 : "abc"); }
