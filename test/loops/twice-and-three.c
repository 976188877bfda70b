// verdict: TRUE
// proved-by: houdini
// x is 2 * y + 3 in every turn, for as many turns as inputs say.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned y = __VERIFIER_nondet_uint(), x = 2 * y + 3;
  while (__VERIFIER_nondet_int()) {
    x = x + 4;
    y = y + 2;
  }
  if (x != 2 * y + 3) reach_error();
  return 0;
}
