// verdict: FALSE
// reason: a negative long becomes a large unsigned int
extern long __VERIFIER_nondet_long(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  long l = __VERIFIER_nondet_long();
  if (l < -1 && (int)l == 5) reach_error();
  return 0;
}
