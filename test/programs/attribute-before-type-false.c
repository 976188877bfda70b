// verdict: FALSE
// reason: attributes before the type of a local declaration count
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  __attribute__((vector_size(8))) int v = {1, __VERIFIER_nondet_int()};
  __attribute__((aligned(64))) char c;
  __attribute__((mode(QI))) int small = (int)(v[1] & 511);
  if (sizeof v != 8 || ((unsigned long)&c & 63) != 0 || small < -127 || sizeof small != 1) reach_error();
  return 0;
}
