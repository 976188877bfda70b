// Expected: TRUE, for any number of iterations (x stays odd).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 1;
  while (__VERIFIER_nondet_int()) {
    x += 2;
  }
  if (x % 2 == 0) reach_error();
  return 0;
}
