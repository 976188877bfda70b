// verdict: TRUE
// reason: what is known of a variable does not survive a write through a pointer to it
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int g = 1;
void set(int *p, int *q) {
  *p = 1;
  *q = 2;
  if (p == q && *p != 2) reach_error();
  if (p != q && *p != 1) reach_error();
}
int main(void) {
  int a = 0, b = 0, *p = &a;
  a = 7;
  if (*p != 7) reach_error();
  *p = 8;
  if (a != 8) reach_error();
  set(__VERIFIER_nondet_int() ? &a : &b, __VERIFIER_nondet_int() ? &b : &g);
  return 0;
}
