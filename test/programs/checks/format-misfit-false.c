// verdict: FALSE
// checks: argument
// reason: a long is printed as an int
// native: no sanitiser of GCC reports this
extern int printf(const char *, ...);
int main(void) {
  long n = 5;
  printf("%ld %c\n", n, 'c');
  printf("%5.*f %d\n", 2, 1.0f, n);
  return 0;
}
