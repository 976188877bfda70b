// verdict: TRUE
// data-model: ILP32
// reason: a pointer that was cast to a wider integer is the pointer it was
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int a[4];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  unsigned long long wide = (unsigned long long)&a[i];
  int *p = (int *)wide;
  *p = 5;
  if (a[i] != 5 || wide == 0 || (unsigned long long)&a[i] == 0) reach_error();
  return 0;
}
