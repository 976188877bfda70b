// verdict: UNKNOWN
// reason: what a number becomes that its type cannot hold is undefined: proofs take any value, and no run shows one
extern int scanf(const char *, ...);
void reach_error(void) {}
int main(void) {
  signed char a;
  int n = 0;
  if (scanf("%3hhd%n", &a, &n) == 1 && n == 3 && a == -128) reach_error();
  return 0;
}
