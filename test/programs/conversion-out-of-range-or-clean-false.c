// verdict: FALSE
// reason: a conversion out of range could give any value, but one within it does as well
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  int i = (int)f;
  if (i == 77)
    reach_error();
  return 0;
}
