// verdict: TRUE
// reason: a pointer between two variables
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0, y = 0, *p = &x;
  for (;;) {
    if (__VERIFIER_nondet_int()) p = p == &x ? &y : &x;
    if (__VERIFIER_nondet_int()) *p = 2;
    if (x + y > 4) reach_error();
  }
}
