// verdict: FALSE
// reason: a punctuation mark between letters and digits
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int ispunct(int);
extern int isalnum(int);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (ispunct((unsigned char)c) && c > '9' && c < 'A' && !isalnum(c + 1)) reach_error();
  return 0;
}
