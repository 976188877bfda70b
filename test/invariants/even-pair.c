// verdict: TRUE
// reason: sums of even numbers
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned a = 0, b = 2;
  for (;;) {
    if (__VERIFIER_nondet_int()) { unsigned sum = a + b; a = b; b = sum; }
    if (a % 2) reach_error();
  }
}
