// verdict: TRUE
// reason: members behind an array of variable length lie where its length, at the declaration, puts them
// why-wrong: a bit-field before an array of variable length keeps what was assigned, also in a copy
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  struct S {
    unsigned low : 3, high : 5;
    char a[n];
    struct {
      int x;
    } p;
  } s, t;
  struct S *q = &t;
  int m = n;
  s.high = 17;
  s.low = 5;
  s.a[n - 1] = 3;
  s.p.x = 9;
  t = s;
  q->p.x++;
  n = 100;
  if (sizeof s != sizeof(struct S) || sizeof q->a != m)
    reach_error();
  if (q->a[m - 1] != 3 || t.p.x != s.p.x + 1 || t.high != 17 || t.low != 5) // wrong: if (q->a[m - 1] != 3 || t.p.x != s.p.x + 1 || t.high != 17 || t.low != 4)
    reach_error();
  if ((char *)&s.p - (char *)&s != ((1 + m + 3) & ~3))
    reach_error();
  return 0;
}
