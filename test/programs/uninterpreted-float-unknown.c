// verdict: UNKNOWN
// reason: equal floating-point numbers may differ in their sign, so that the calls are not compared
int __CPROVER_uninterpreted_f(double);
void reach_error(void) {}

static void check(int holds) {
  if (!holds) reach_error();
}

int main(void) {
  check(__CPROVER_uninterpreted_f(1.0) == __CPROVER_uninterpreted_f(1.0));
}
