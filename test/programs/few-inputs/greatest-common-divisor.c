// verdict: TRUE
// reason: two inputs within 1..60 take 3600 runs, in which subtraction finds the greatest common divisor
// why-wrong: one of 3600 pairs of inputs has the least common multiple 3422
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || a > 60 || b < 1 || b > 60) abort(); // wrong: if (a < 1 || a > 60 || b < a || b > 60) abort();
  int x = a, y = b;
  while (x != y) {
    if (x > y) x -= y;
    else y -= x;
  }
  int multiple = a / x * b; // wrong: if (a / x * b == 59 * 58) reach_error();
  if (a % x != 0 || b % x != 0 || multiple % a != 0 || multiple % b != 0) reach_error(); // wrong:
}
