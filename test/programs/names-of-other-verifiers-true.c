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
  int list[4], *end = list + 4;
  if (!__CPROVER_w_ok(list, sizeof list) || __CPROVER_r_ok(list + 1, sizeof list)) reach_error();
  if (!__CPROVER_same_object(list, end) || __CPROVER_POINTER_OBJECT(list) == __CPROVER_POINTER_OBJECT(&x)) reach_error();
  if (__CPROVER_overflow_plus(x, 2147483642) != (x == 6) || !__CPROVER_overflow_mult(wide | 1ULL << 63, 2ULL)) reach_error();
  __CPROVER_bool seen = x;
  __CPROVER_cover(x == 4);
  __CPROVER_precondition(seen, "a number");
  return 0;
}
