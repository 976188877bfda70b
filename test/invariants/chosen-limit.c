// verdict: TRUE
// reason: a limit chosen in the beginning bounds the counter
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned limit = __VERIFIER_nondet_int(), i = 0;
  if (limit > 100) return 0;
  for (;;) {
    if (__VERIFIER_nondet_int() && i < limit) i++;
    if (i > 100) reach_error();
  }
}
