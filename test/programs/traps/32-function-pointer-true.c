// verdict: TRUE
// reason: a call through a pointer reaches every function that the pointer may hold
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int one(void) { return 1; }
int two(void) { return 2; }
int (*table[2])(void) = { one, two };
struct ops { int (*get)(void); } ops = { two };
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int r = table[n & 1]();
  if (r != 1 && r != 2 || r == 1 && n & 1) reach_error();
  if (ops.get() != 2 || (*ops.get)() != 2) reach_error();
  return 0;
}
