// verdict: FALSE
// reason: puts reads a text, and null is none
// checks: deref
extern int puts(const char *);
int main(void) {
  puts((char *)0);
  return 0;
}
