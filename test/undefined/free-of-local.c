// items: 179
// treatment: free
// reason: free gets the address of a local array
#include <stdlib.h>
int planted(int bad) { char a[8]; char *p = malloc(8); if (p == 0) return 0; free(bad ? a : p); return 3; }
