// items: 113
// treatment: argument
// reason: toupper of a negative char
#include <ctype.h>
int planted(int bad) { char c = (char)(bad ? -100 : 'a'); return toupper(c); }
