// verdict: FALSE
// reason: an inductive step forgets what is written through pointers
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0, *p = &x;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) (*p)++;
  if (x == 3) reach_error();
  return 0;
}
