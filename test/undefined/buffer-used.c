// items: 152
// treatment: gap
// value: 1
// reason: a program reads the buffer of a stream
#include <stdio.h>
static char buffer[BUFSIZ];
int planted(int bad) { setvbuf(stdout, buffer, _IOFBF, sizeof buffer); putchar('x'); return bad ? buffer[0] == 'x' : 0; }
