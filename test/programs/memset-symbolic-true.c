// verdict: TRUE
// reason: a fill of unknown length writes the elements that lie below it, and no others
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern void *memset(void *, int, unsigned long);

int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = __VERIFIER_nondet_uint();
  if (n > 8 || i >= 8) return 0;
  if (memset(a, 0, n * sizeof *a) != a) reach_error();
  if (i < n && a[i] != 0) reach_error();
  if (i >= n && a[i] != (int)i + 1) reach_error();
  return 0;
}
