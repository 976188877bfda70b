// verdict: TRUE
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  int is = __builtin_isinf(x);
  if (is != 0 && x - x == 0) reach_error();
  if (x > 0 && is != 0 && is != 1) reach_error();
}
