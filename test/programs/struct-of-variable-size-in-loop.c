// verdict: TRUE
// reason: each turn of a loop computes the size of the struct that it declares; packed ones have no gaps
// why-wrong: each turn of a loop computes the size of the struct that it declares
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  int sum = 0;
  for (int i = 1; i <= 2; i++) {
    struct S {
      char c[i];
      int k;
    } s, *p = &s;
    p->k = i;
    sum += sizeof(struct S) + p->k + sizeof(struct { char v[n]; char w[i]; });
  }
  if (sum != 8 + 8 + 1 + 2 + 2 * n + 3) // wrong: if (sum != 8 + 8 + 1 + 2 + 2 * n + 3 + (n == 3))
    reach_error();
  struct __attribute__((packed)) P {
    char c[n];
    int k;
    long long l;
  };
  struct P p;
  if (sizeof p != n + 12 || (char *)&p.l - (char *)&p != n + 4 || _Alignof(struct P) != 1)
    reach_error();
  p.l = 5;
  p.k = -1;
  if (p.l != 5 || p.k != -1)
    reach_error();
  const struct P *q = &p;
  return q->k == -1 ? 0 : (reach_error(), 1);
}
