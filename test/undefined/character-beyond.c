// items: 113
// treatment: argument
// reason: isdigit of a number that is no character
#include <ctype.h>
int planted(int bad) { return isdigit(bad ? 1000000 : '3') != 0; }
