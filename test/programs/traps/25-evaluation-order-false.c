// verdict: FALSE
// reason: operands are evaluated from left to right: the rule here, which C leaves open
void reach_error(void) {}

int g;
int a(void) { return g = 1; }
int b(void) { return g = 2; }
int main(void) {
  int sum = a() + b();
  if (sum == 3 && g == 2) reach_error();
  return 0;
}
