// verdict: FALSE
// reason: strings in large buffers differ, by models
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int strncmp(const char *, const char *, unsigned long);
extern unsigned long strspn(const char *, const char *);

char text[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 1000) return 0;
  text[0] = __VERIFIER_nondet_char();
  text[n] = 'x';
  if (strncmp(text, "ax", 3) == 0 && strspn(text, "ab") == 1) reach_error();
  return 0;
}
