// verdict: FALSE
// found-by: bmc
// checks: deref
// The set may have a zero before its end, but it need not have any.
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);

static int prefix(const char *text, const char *set) {
  int n = 0;
  for (;;) {
    char c = text[n++];
    const char *one = set;
    while (*one != 0 && *one != c) one++;
    if (*one == 0) return n - 1;
  }
}

int main(void) {
  int size = __VERIFIER_nondet_int(), members = __VERIFIER_nondet_int();
  if (size < 1 || members < 1) return 0;
  char *text = malloc(size), *set = malloc(members);
  text[size - 1] = 0;
  set[members / 2] = __VERIFIER_nondet_char();
  return prefix(text, set);
}
