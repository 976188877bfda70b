// verdict: FALSE
// reason: a floating number of the standard input may be 2.5
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  float a = 0;
  if (scanf("%f", &a) == 1 && a == 2.5) reach_error();
  return 0;
}
