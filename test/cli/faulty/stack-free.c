// faults: 9 free
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char small[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 64) return 0;
  char *buffer = n < 9 ? small : malloc((size_t)n);
  free(buffer);
  return 0;
}
