// verdict: TRUE
// reason: the value of an assignment is the target afterwards, also for a struct of variable size
// why-wrong: the value of an assignment is the target afterwards, also for a struct of variable size
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 2) return 0;
  struct S {
    char a[n];
    int k;
  } s, t;
  s.k = 1;
  t.k = 4;
  if ((s = t).k != 4) reach_error(); // wrong: if ((s = t).k == 4) reach_error();
  return 0;
}
