// verdict: FALSE
extern void reach_error(void);
extern long double __VERIFIER_nondet_longdouble(void);
int main(void) {
  long double x = __VERIFIER_nondet_longdouble();
  if (x > 1.0L && (double)x == 1.0) reach_error();
  return 0;
}
