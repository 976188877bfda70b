// verdict: TRUE
// reason: qsort calls back and sorts
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[2];
  a[0] = __VERIFIER_nondet_int();
  a[1] = __VERIFIER_nondet_int();
  int first = a[0], key = a[1];
  qsort(a, 2, sizeof *a, compare);
  if (a[0] > a[1] || (a[0] != first && a[1] != first)) reach_error();
  int *found = bsearch(&key, a, 2, sizeof *a, compare);
  if (found == 0 || *found != key) reach_error();
  return 0;
}
