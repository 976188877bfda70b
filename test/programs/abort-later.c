// verdict: TRUE
// reason: a run that must abort later still reaches the error before
// why-wrong: a run that must abort later still reaches the error before
// wrong: extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i == 3) reach_error(); // wrong: if (i == 1 && __VERIFIER_nondet_int()) reach_error();
    if (i >= 2) abort();
  }
  return 0;
}
