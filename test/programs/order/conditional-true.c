// verdict: TRUE
// reason: a call in a branch comes before or behind the other operand, and each result is allowed
// order: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int g = 1;
static int set(int value) { g = value; return value; }
int main(void) {
  int x = (__VERIFIER_nondet_int() ? set(5) : 5) + g;
  if (x != 6 && x != 10) reach_error();
  return 0;
}
