// verdict: FALSE
// reason: an unknown string appended to another
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void) {}
extern int strcmp(const char *, const char *);
extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, unsigned long);

int main(void) {
  char first[4], whole[12] = "ab";
  for (int i = 0; i < 3; i++) first[i] = __VERIFIER_nondet_char();
  first[3] = 0;
  strcat(whole, first);
  strncat(whole, "cdef", __VERIFIER_nondet_uchar());
  if (strcmp(whole, "abxcde") == 0) reach_error();
  return 0;
}
