// verdict: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int fesetround(int);
int main(void) {
  int mode = __VERIFIER_nondet_int();
  if (fesetround(mode)) return 0;
  float a = 1.0f, b = 0x1p-25f;
  if (a + b > 1.0f && mode != 0) reach_error();
  return 0;
}
