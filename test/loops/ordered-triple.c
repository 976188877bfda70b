// verdict: TRUE
// proved-by: houdini
// Three counters where each may only follow the one before it: their order stays.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int first = 0, second = 0, third = 0;
  while (__VERIFIER_nondet_int()) {
    int which = __VERIFIER_nondet_int();
    if (which == 0 && first < 1000000) first++;
    else if (which == 1 && second < first) second++;
    else if (which == 2 && third < second) third++;
    if (third > first || second > 1000000) reach_error();
  }
  return 0;
}
