// verdict: FALSE
// reason: numbers in the standard input are inputs, and a sign and blanks belong to them
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) == 2 && a == 4 && b == -7) reach_error();
  return 0;
}
