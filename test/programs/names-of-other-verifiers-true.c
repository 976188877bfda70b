// verdict: TRUE
// externals: agree
// reason: CBMC and ESBMC assume by names of their own, and nondet_* changes nothing
void reach_error(void) {}
int nondet_int();
float nondet_float(void);
long long nondet_wide(void);
int shared;

int main(void) {
  int x = nondet_int();
  float f = nondet_float();
  long long wide = nondet_wide();
  __CPROVER_assume(x > 3);
  __ESBMC_assume(x < 6);
  __CPROVER_assume(wide & 0xFFFFFFFF00000000);
  __CPROVER_assume(f);
  __CPROVER_assume(&shared);
  if (x != 4 && x != 5) reach_error();
  if (wide == 7 || f == 0.0f) reach_error();
  if (shared != 0) reach_error();
  return 0;
}
