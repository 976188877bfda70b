// verdict: TRUE
// reason: a copy of a string is an object of its own
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern char *strdup(const char *);

int main(void) {
  char text[4] = "abc";
  text[1] = __VERIFIER_nondet_char();
  char *copy = strdup(text);
  text[0] = 'x';
  if (copy[0] != 'a' || (text[1] != 0 && (copy[2] != 'c' || copy[3] != 0))) reach_error();
  return 0;
}
