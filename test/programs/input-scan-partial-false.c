// verdict: FALSE
// reason: a call that ends at the wrong character has stored what came before
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  int a = 0, b = 0;
  if (scanf("%d,%d", &a, &b) == 1 && a == 8 && b == 0) reach_error();
  return 0;
}
