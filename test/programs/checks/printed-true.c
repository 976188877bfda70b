// verdict: TRUE
// reason: printed texts end in their arrays
// checks: deref
extern int printf(const char *, ...);
extern int puts(const char *);
int main(void) {
  char text[3] = {'a', 'b', 0};
  printf("%d %s %%\n", 3, text);
  puts(text + 1);
  return 0;
}
