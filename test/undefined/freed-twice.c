// items: 179
// treatment: free
// reason: a block is freed twice
#include <stdlib.h>
int planted(int bad) { char *p = malloc(3); if (bad) free(p); free(p); return 3; }
