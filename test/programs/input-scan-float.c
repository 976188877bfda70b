// verdict: UNKNOWN
// reason: there is no model for floating numbers
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  double a = 0;
  if (scanf("%lf", &a) == 1 && a == 2.5) reach_error();
  return 0;
}
