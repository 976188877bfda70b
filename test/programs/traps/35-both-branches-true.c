// verdict: TRUE
// reason: code behind a condition that is always true lives; what follows an exit does not
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

extern void exit(int);
void stop(int n) {
  if (n) exit(n);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) {
    if (n < 3) reach_error();
    stop(n);
    reach_error();
  } else {
    stop(0);
    if (n > 6) reach_error();
  }
  return 0;
}
