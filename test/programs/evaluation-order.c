// verdict: TRUE
// reason: operands are evaluated from left to right: the rule here, which the standard leaves open
// why-wrong: operands are evaluated from left to right: the rule here, which the standard leaves open
extern void abort(void);
void reach_error(void) {}
int g;
int a(void) { return g = 1; }
int b(void) { return g = 2; }

int main(void) {
  a() + b();
  if (g == 1) reach_error(); // wrong: if (g == 2) reach_error();
  return 0;
}
