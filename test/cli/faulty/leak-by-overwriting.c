// faults: 14 memtrack; 13 division
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
  if (p == NULL) return 0;
  *p = n;
  if (n == 5) p = malloc(sizeof *p);
  if (p == NULL) abort();
  *p = n;
  int value = *p;
  value = 10 / (value | 4 ? value : 1);
  free(p); return value > 3;
}
