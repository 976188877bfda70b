// verdict: FALSE
// reason: NULL is no address of an object
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x, *p = __VERIFIER_nondet_int() ? &x : 0;
  if (p == (void *)0) reach_error();
  return 0;
}
