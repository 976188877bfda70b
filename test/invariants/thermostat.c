// verdict: TRUE
// reason: a signed value that is pushed from both sides
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int t = 0;
  for (;;) {
    if (__VERIFIER_nondet_int() && t < 5) t++;
    if (__VERIFIER_nondet_int() && t > -5) t--;
    if (t == 7) reach_error();
  }
}
