// verdict: TRUE
// reason: what does not match stores nothing, and characters are counted
// why-wrong: numbers in the standard input are inputs, and a sign and blanks belong to them
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  char a = 1; // wrong: int a, b;
  int used = 5, n = scanf("x%c%n", &a, &used); // wrong: if (scanf("%d %d", &a, &b) == 2 && a == 4 && b == -7) reach_error();
  if (n > 1 || n < -1 || (n == 1 && used != 2) || (n < 1 && (a != 1 || used != 5))) reach_error(); // wrong:
  return 0;
}
