// verdict: FALSE
// reason: a string of unknown content may end early
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern unsigned long strlen(const char *);
extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *);

int main(void) {
  char text[6];
  for (int i = 0; i < 5; i++) text[i] = __VERIFIER_nondet_char();
  text[5] = 0;
  char *found = strrchr(text, 'x');
  if (strlen(text) == 4 && found != 0 && found - text == 2 && strstr(text, "xx") == text + 1) reach_error();
  return 0;
}
