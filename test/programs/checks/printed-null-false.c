// verdict: FALSE
// reason: null is printed as a text
// checks: deref
// native: GNU's library prints null
extern int puts(const char *);
int main(void) {
  char *text = 0;
  puts(text);
  return 0;
}
