// verdict: FALSE
// reason: characters that make a string the wanted one
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int strcmp(const char *, const char *);

int main(void) {
  char text[5] = {0};
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  if (strcmp(text, "key") == 0) reach_error();
  return 0;
}
