// verdict: FALSE
// reason: the product that wraps around is one of two branches, and went through an array
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct triple { int x; int y; int z; } a[1000];
unsigned long table[3];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  unsigned k = __VERIFIER_nondet_int() ? 1 : 2;
  table[k] = i * 3ul;
  unsigned long n = __VERIFIER_nondet_int() ? table[k] : i * 6ul;
  if (n > 2) return 0;
  a[0].z = 7;
  int *p = (int *)a;
  if (p[n] == 7) reach_error();
  return 0;
}
