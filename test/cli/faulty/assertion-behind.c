// faults: 8 deref; 9 assertion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int ring[4];
int main(void) {
  int at = __VERIFIER_nondet_int();
  if (at < -1 || at > 3) return 0;
  ring[at] = 7;
  assert(ring[2] == 0);
  return 0;
}
