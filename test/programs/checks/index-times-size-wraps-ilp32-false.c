// verdict: FALSE
// reason: 2^30 + 1 elements of 4 bytes are more than any distance, although their bytes modulo 2^32 are 4
// checks: deref
// data-model: ILP32
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8] = {0};
  int *p = a;
  int i = __VERIFIER_nondet_int();
  for (int k = 0; k < 3; k++) {
    if (i > (1 << 30)) return p[i];
  }
  return 0;
}
