// verdict: TRUE
// reason: elements whose size is no power of two stay elements
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);

struct triple {
  int a, b;
  char *c;
  int d[3];
};

struct triple t[100];

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  t[0].b = t[1].b = 7;
  t[1].c = "seven";
  if (n > 1) return 0;
  memset(t, 0, n * sizeof *t);
  if ((t[0].b == 0) != (n == 1) || t[1].b != 7 || t[1].c[0] != 's') reach_error();
  return 0;
}
