// verdict: TRUE
// proved-by: houdini
// A short counter up to a short limit, with a long sum of three for each turn.
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void) {
  short n = __VERIFIER_nondet_short(), i = 0;
  long sum = 0;
  if (n < 0) return 0;
  while (i < n) {
    sum += 3;
    i++;
  }
  if (sum != 3L * n) reach_error();
  return 0;
}
