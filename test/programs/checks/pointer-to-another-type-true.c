// verdict: TRUE
// reason: each pointer is converted back before the call, and words of one size are passed alike
// checks: argument
extern int __VERIFIER_nondet_int(void);
typedef void (*any)(void);
static int one(int a) { return a; }
static int two(int a, int b) { return a == b; }
static int positive(unsigned a) { return a != 0; }
int main(void) {
  const int both = __VERIFIER_nondet_int();
  const any known = both ? (any)two : (any)one;
  if (both) return ((int (*)(int, int))known)(1, 2);
  return ((int (*)(int))known)(1) + ((int (*)(int))positive)(1) == 0;
}
