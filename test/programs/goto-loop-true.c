// verdict: TRUE
// reason: a loop made of goto is a loop
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int ok = 1;
  L:
  if (!ok) reach_error();
  ok = __VERIFIER_nondet_int() ? ok : 1;
  goto L;
  return 0;
}
