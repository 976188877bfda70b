// items: 186
// treatment: any
// value: 1
// reason: the result of system is used
#include <stdlib.h>
int planted(int bad) { return bad ? system("exit 3") != 0 : 1; }
