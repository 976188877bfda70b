// verdict: TRUE
// reason: unions, anonymous members and parameters have variable sizes, too
// why-wrong: the lowest byte of a member is the first one, in a union of variable size that a struct holds
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int last(int n, struct { char c; int a[n]; } *p) {
  return p->a[n - 1];
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  union U {
    int i;
    char a[n];
    short s[n];
  } u;
  struct {
    union U u;
    struct {
      char v[n];
      int w;
    };
    char z;
  } x;
  u.i = 0x01020304;
  if (u.a[0] != 4)
    reach_error();
  if (sizeof u != (n <= 2 ? 4 : 8))
    reach_error();
  x.w = 6;
  x.z = 1;
  x.u = u;
  x.v[n - 1] = 7;
  if (x.u.a[0] != 4 || x.w != 6 || x.z != 1 || x.v[n - 1] != 7) // wrong: if (x.u.a[0] != 5 || x.w != 6 || x.z != 1 || x.v[n - 1] != 7)
    reach_error();
  struct {
    char c;
    int a[n];
  } y;
  y.a[n - 1] = 42;
  if (last(n, (void *)&y) != 42)
    reach_error();
  struct {
    int (*p)[n];
  } z = {&y.a};
  if ((*z.p)[n - 1] != 42)
    reach_error();
  return 0;
}
