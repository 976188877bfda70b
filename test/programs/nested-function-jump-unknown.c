// verdict: UNKNOWN
// reason: a jump out of a nested function has no meaning
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  __label__ out;
  void leave(int x) {
    if (x) goto out;
  }
  leave(__VERIFIER_nondet_int());
  return 0;
out:
  reach_error();
}
