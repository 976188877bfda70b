// verdict: UNKNOWN
// reason: the address of a nested function has no meaning; the rest of the program has one
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int apply(int (*f)(int), int x) { return f(x); }
int main(void) {
  int by = 2;
  int add(int x) { return x + by; }
  if (apply(add, 3) != 5) reach_error();
  return 0;
}
