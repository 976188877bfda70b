// verdict: FALSE
// checks: deref
// reason: a step from a pointer that may be null leads to no object, so that a read there is a fault
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int values[4] = {1, 2, 3, 4};
  int i = __VERIFIER_nondet_int(), none = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) abort();
  if ((unsigned long)values == 0) abort();
  const int *p = none ? 0 : values;
  return p[i];
}
