// verdict: FALSE
// reason: code behind a condition that is always true lives
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

extern void exit(int);
void stop(int n) {
  if (n) exit(n);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) {
    stop(n - n);
  } else {
    stop(1);
  }
  reach_error();
  return 0;
}
