// verdict: TRUE
// reason: sums of even numbers
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned a = 0, b = 2;
  for (;;) {
    if (__VERIFIER_nondet_int()) { unsigned sum = a + b; a = b; b = sum; }
    if (armed && (a % 2)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
