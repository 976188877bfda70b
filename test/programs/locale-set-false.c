// verdict: FALSE
extern char *setlocale(int, const char *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  setlocale(6, "");
  if (setlocale(0, 0)[0] == 'C' && __VERIFIER_nondet_int() == 5) reach_error();
  return 0;
}
