// verdict: FALSE
// reason: a number that a string spells
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int atoi(const char *);

int main(void) {
  char text[3] = "";
  text[0] = __VERIFIER_nondet_char();
  text[1] = '2';
  if (atoi(text) == -2) reach_error();
  return 0;
}
