// verdict: TRUE
// reason: what does not match stores nothing, and characters are counted
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  char a = 1;
  int used = 5, n = scanf("x%c%n", &a, &used);
  if (n > 1 || n < -1 || (n == 1 && used != 2) || (n < 1 && (a != 1 || used != 5))) reach_error();
  return 0;
}
