// verdict: TRUE
// reason: numbers from strings
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int atoi(const char *);

int main(void) {
  char text[6] = " -0";
  char digit = __VERIFIER_nondet_char();
  if (digit < '0' || digit > '9') return 0;
  text[3] = digit;
  if (atoi(text) != '0' - digit) reach_error();
  return 0;
}
