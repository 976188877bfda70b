// verdict: FALSE
// reason: a printed text has no end in its array
// checks: deref
extern int printf(const char *, ...);
int main(void) {
  char text[2] = {'a', 'b'};
  printf("%d %s\n", 3, text);
  return 0;
}
