// verdict: TRUE
// reason: a fill of unknown length of a large array, by the model
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);

int a[100000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  a[7] = 5;
  if (n < 1 || n > 2) return 0;
  memset(a, 0xff, n * sizeof *a);
  if (a[0] != -1 || (n < 2 && a[1] != 0) || a[7] != 5) reach_error();
  return 0;
}
