// verdict: TRUE
// reason: two variables move together, which is looked at now and then
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_int(), y = x, difference = 0;
  int armed = 0;
  for (;;) {
    if (__VERIFIER_nondet_int()) { x++; y++; }
    if (armed) difference = x - y;
    if (difference != 0) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
