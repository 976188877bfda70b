// verdict: FALSE
// reason: a text that may be null is compared, whatever comes out
// checks: deref
extern int strcasecmp(const char *a, const char *b);
extern int __VERIFIER_nondet_int(void);
static char text[4] = "ab";
int main(void) {
  const char *other = __VERIFIER_nondet_int() ? text : 0;
  return strcasecmp(text, other) == 0;
}
