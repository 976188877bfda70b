// verdict: UNKNOWN
// reason: five different calls of an uninterpreted function are more than a run remembers
int __CPROVER_uninterpreted_f(int);
void reach_error(void) {}

static void check(int holds) {
  if (!holds) reach_error();
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) sum |= __CPROVER_uninterpreted_f(i);
  check(sum != 77);
}
