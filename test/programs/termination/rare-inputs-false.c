// verdict: FALSE
// reason: only rare inputs lead into the cycle, and they must come again in each turn
// question: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x * 3 + y != 1234567) return 0;
  for (int i = 0; i < 10; i++)
    if (i == 4 && __VERIFIER_nondet_int() == 987654) i = 2;
  return 0;
}
