// verdict: UNKNOWN
// reason: a statement without meaning may call the error function, also where nothing behind it does
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) x = __builtin_ia32_a((reach_error(), x));
  return 0;
}
