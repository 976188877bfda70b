// verdict: FALSE
// reason: a product that wraps around comes out of an array in memory as an index
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void abort(void);
void reach_error(void) {}
struct triple { int x; int y; int z; } a[1000];
unsigned long table[1000];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  unsigned long k = __VERIFIER_nondet_ulong();
  if (k >= 1000) abort();
  table[k] = i * 3ul;
  unsigned long n = table[k];
  if (n > 2) return 0;
  int *p = (int *)a;
  p[n] = 7;
  if (a[0].y == 7) reach_error();
  return 0;
}
