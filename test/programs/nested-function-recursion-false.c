// verdict: FALSE
// reason: a nested function that calls itself counts in the variables of the function around it
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned count(unsigned n) {
  unsigned calls = 0;
  unsigned down(unsigned rest) {
    calls++;
    return rest == 0 ? 0 : down(rest - 1);
  }
  down(n % 5);
  return calls;
}
int main(void) {
  if (count(__VERIFIER_nondet_uint()) == 4) reach_error();
  return 0;
}
