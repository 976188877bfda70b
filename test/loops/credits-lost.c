// verdict: FALSE
// found-by: bmc
// A credit is given back twice when the last message has arrived.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int credits = 8, underway = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && credits > 0) {
      credits--;
      underway++;
    } else if (underway > 0) {
      underway--;
      credits++;
      if (underway == 0) credits++;
    }
    if (underway > 10) reach_error();
  }
  return 0;
}
