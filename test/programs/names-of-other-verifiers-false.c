// verdict: FALSE
// externals: agree
// reason: assumptions of values that are wider than int, or no integers, hold where they differ from 0
void reach_error(void) {}
float nondet_float(void);
long long nondet_wide(void);

int main(void) {
  float f = nondet_float();
  long long wide = nondet_wide();
  __CPROVER_assume(wide >> 32);
  __ESBMC_assume((wide & 0xFFFFFFFF) == 0);
  __CPROVER_assume(f);
  if (f > 0.0f && f < 1.0f) return 0;
  __CPROVER_assume(f < 1.0f);
  reach_error();
  return 0;
}
