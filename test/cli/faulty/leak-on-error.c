// faults: 13 memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int work(int n) {
  char *buffer = malloc(32);
  if (buffer == NULL) return 1;
  if (n < 0) return 2;
  free(buffer);
  return 0;
}
int main(void) {
  int status = work(__VERIFIER_nondet_int());
  return status;
}
