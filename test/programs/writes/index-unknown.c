// verdict: UNKNOWN
// reason: the write may leave its array, and change any other object
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[2], b;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  a[i] = 1;
  if (b != 0) reach_error();
  return 0;
}
