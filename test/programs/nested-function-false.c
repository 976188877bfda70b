// verdict: FALSE
// reason: what a nested function writes is seen by the function around it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int count = 0;
  void step(int n) {
    if (n == 3) count += 2;
    else count++;
  }
  for (int i = 0; i < 2; i++) step(__VERIFIER_nondet_int());
  if (count == 4) reach_error();
  return 0;
}
