// verdict: TRUE
// reason: a wheel of ten positions
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned position = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) position = position == 9 ? 0 : position + 1;
    if (position == 20) reach_error();
  }
}
