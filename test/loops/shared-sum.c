// verdict: TRUE
// proved-by: houdini
// Four counters with one sum: tokens move between them.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = n, b = 0, c = 0, d = 0;
  while (__VERIFIER_nondet_int()) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 0 && a > 0) {
      a--;
      b++;
    } else if (choice == 1 && b > 0) {
      b--;
      c++;
    } else if (choice == 2 && c > 0) {
      c--;
      d++;
    } else if (d > 0) {
      d--;
      a++;
    }
  }
  if (a + b + c + d != n) reach_error();
  return 0;
}
