// verdict: TRUE
// reason: what moves between two accounts is neither made nor lost
// not-proved-by: imc, ismc, dar
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  unsigned left = 10, right = 0;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1 && left > 0) { left--; right++; }
    if (choice == 2 && right > 0) { left++; right--; }
    if (armed && left + right != 10) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
