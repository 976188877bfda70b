// verdict: FALSE
// reason: one of 3600 pairs of inputs has the least common multiple 3422
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || a > 60 || b < a || b > 60) abort();
  int x = a, y = b;
  while (x != y) {
    if (x > y) x -= y;
    else y -= x;
  }
  if (a / x * b == 59 * 58) reach_error();
}
