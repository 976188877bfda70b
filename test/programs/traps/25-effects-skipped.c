// verdict: TRUE
// reason: operands that are not evaluated have no effect
// why-wrong: operands that are not evaluated have no effect
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int n;
static int yes(void) {
  n++;
  return 1;
}
static int no(void) {
  n += 10;
  return 0;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (yes() || no()) k |= 0;
  if (n != 1) reach_error();
  if (no() && yes()) k = 5;
  if (n != 11) reach_error();
  if (k) yes();
  else no();
  if (n != 12 && n != 21) reach_error();
  if (n == 12 && !k) reach_error(); // wrong: if (n == 12) reach_error();
  return 0;
}
