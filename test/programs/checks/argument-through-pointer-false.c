// verdict: FALSE
// checks: argument
// reason: a table holds a function of characters, which a value beyond them reaches
int isdigit(int), isalpha(int);
int __VERIFIER_nondet_int(void);
static int (*const tests[])(int) = {isdigit, isalpha};
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < -1 || c > 300) return 0;
  return tests[c & 1](c) != 0;
}
