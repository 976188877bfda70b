// verdict: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int fesetround(int), fegetround(void);
double rint(double), sqrt(double);
static void check(int condition) {
  if (!condition) reach_error();
}
static double third(double one, double three) { return one / three; }
int main(void) {
  double one = 1.0, three = 3.0;
  check(fegetround() == 0);
  double nearest = third(one, three);
  check(fesetround(0x800) == 0 && fegetround() == 0x800);
  double up = third(one, three);
  check(up > nearest);
  check(rint(2.25) == 3.0 && (float)0.1 >= 0.1f);
  check(fesetround(0x400) == 0);
  double down = third(one, three);
  check(down == nearest);
  check(fesetround(7) != 0 && fegetround() == 0x400);
  check(fesetround(0xc00) == 0);
  check(rint(-2.75) == -2.0);
  double root = sqrt(2.0 + one - one);
  check(root * root < 2.0);
  int mode = __VERIFIER_nondet_int();
  fesetround(mode);
  int now = fegetround();
  check(now == 0 || now == 0x400 || now == 0x800 || now == 0xc00);
  float third_now = third(one, three);
  check(third_now <= (float)up || now == 0x800);
  return 0;
}
