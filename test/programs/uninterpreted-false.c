// verdict: FALSE
// reason: an uninterpreted function may have different values for different arguments
int __CPROVER_uninterpreted_f(int);
int nondet_int(void);
void reach_error(void) {}

static void check(int holds) {
  if (!holds) reach_error();
}

int main(void) {
  int a = nondet_int(), b = nondet_int();
  int x = __CPROVER_uninterpreted_f(a);
  check(a == b || __CPROVER_uninterpreted_f(b) == x);
}
