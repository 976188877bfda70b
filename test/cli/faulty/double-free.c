// faults: 9 free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void drop(char *p, int twice);
int main(void) { drop(malloc(16), __VERIFIER_nondet_int()); return 0; }
static void drop(char *p, int twice) {
  free(p);
  if (twice == 3)
    free(p);
}
