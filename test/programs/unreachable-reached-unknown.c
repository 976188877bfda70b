// verdict: UNKNOWN
// reason: the builtin may be reached, and nothing is proved behind it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) __builtin_unreachable();
  if (x < 0) reach_error();
  return 0;
}
