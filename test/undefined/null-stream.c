// items: 108
// treatment: argument
// reason: fputc gets a null pointer as its stream
#include <stdio.h>
int planted(int bad) { FILE *f = bad ? (FILE *)0 : stdout; return fputc('a', f) == 'a'; }
