// verdict: UNKNOWN
// reason: a function that takes a struct of variable size by value is not modelled
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  struct S {
    int k;
    char a[n];
  } s;
  int get(struct S v) {
    return v.k;
  }
  s.k = 1;
  if (get(s) != 1)
    reach_error();
  return 0;
}
