// verdict: TRUE
// reason: what a nested function refers to in the enclosing one is there
// entry: outer.inner
extern void reach_error(void);
int outer(int a) {
  int k = a, *p = &a;
  int inner(int z) {
    if (&k == 0 || &k == &a || p == (void *)&p)
      reach_error();
    k = 1;
    a = 2;
    return k != 1 ? (reach_error(), z) : z;
  }
  return inner(3) + *p;
}
