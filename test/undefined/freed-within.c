// items: 179
// treatment: free
// reason: free gets an address within a block
#include <stdlib.h>
int planted(int bad) { char *p = malloc(3); free(p + (bad ? 1 : 0)); return 3; }
