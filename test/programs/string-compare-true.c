// verdict: TRUE
// reason: comparisons of strings see unsigned characters, ends and limits
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, unsigned long);

int main(void) {
  char a[5] = "abc", b[5] = "abd";
  char *longer = __VERIFIER_nondet_int() ? "abcd" : "abcz";
  unsigned n = __VERIFIER_nondet_uchar();
  if (strcmp(a, b) >= 0 || strcmp(b, a) <= 0 || strcmp(a, longer) >= 0 || strcmp(a, "abc") != 0) reach_error();
  if ((strncmp(a, b, n) == 0) != (n <= 2)) reach_error();
  a[2] = (char)200;
  if (strcmp(a, b) <= 0) reach_error();
  return 0;
}
