// verdict: FALSE
// reason: bsearch finds what is there
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[3] = {1, 3, 5};
  int key = __VERIFIER_nondet_int();
  int *found = bsearch(&key, a, 5, sizeof *a, compare);
  if (found == a + 2) reach_error();
  return 0;
}
