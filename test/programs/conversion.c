// verdict: TRUE
// reason: a negative long becomes a large unsigned int
// why-wrong: a negative long becomes a large unsigned int
// wrong: extern long __VERIFIER_nondet_long(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned long u = (unsigned)-1L; // wrong: long l = __VERIFIER_nondet_long();
  if (u != 4294967295UL) reach_error(); // wrong: if (l < -1 && (int)l == 5) reach_error();
  return 0;
}
