// verdict: UNKNOWN
// reason: equal string literals may also be one object, or one literal the end of another
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  const char *a = "abc", *b = __VERIFIER_nondet_int() ? "abc" : &"zabc"[1];
  if (a != b) reach_error();
  return 0;
}
