// verdict: FALSE
// found-by: bmc
// The third counter may pass the second one by two from ten on, and then the first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int first = 0, second = 0, third = 0;
  while (__VERIFIER_nondet_int()) {
    int which = __VERIFIER_nondet_int();
    if (which == 0 && first < 1000000) first++;
    else if (which == 1 && second < first) second++;
    else if (which == 2 && (third < second || third == 10)) third++;
    if (third > first) reach_error();
  }
  return 0;
}
