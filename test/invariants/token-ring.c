// verdict: TRUE
// reason: one of four has the token
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  _Bool a = 1, b = 0, c = 0, d = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) { _Bool last = d; d = c; c = b; b = a; a = last; }
    if (armed && a && c) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
