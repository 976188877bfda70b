// verdict: TRUE
// reason: a function that returns a pointer to one of two functions
// why-wrong: a function that returns a pointer to one of two functions
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*pick(int k))(void) { return k ? one : two; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  int (*f)(void) = pick(k);
  if (f() != (k ? 1 : 2)) reach_error();
  if (f == one && !k) reach_error();
  if (pick(k)() == 2 && k) reach_error(); // wrong: if (pick(k)() == 2) reach_error();
  return 0;
}
