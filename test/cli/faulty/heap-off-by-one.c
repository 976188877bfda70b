// faults: 9 deref
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 5) return 0;
  int *squares = malloc(n * sizeof(int));
  if (squares == NULL) return 1;
  for (unsigned i = 0; i <= n; i++) squares[i] = (int)(i * i);
  free(squares);
  return 0;
}
