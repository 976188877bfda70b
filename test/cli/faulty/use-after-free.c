// faults: 10 deref; 12 overflow
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *box = malloc(sizeof *box);
  if (box == NULL) return 1;
  *box = __VERIFIER_nondet_int();
  int kept = *box;
  free(box);
  if (kept == 77) return *box;
  if (kept < 0) return 0;
  int later = kept + 10; return later > 0;
}
