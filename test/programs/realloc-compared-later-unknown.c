// verdict: UNKNOWN
// reason: the pointer to the old place becomes an integer after realloc
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *p = malloc(4);
  int *q = realloc(p, 100);
  if (q == 0) return 0;
  unsigned long before = (unsigned long)p;
  unsigned long after = (unsigned long)q;
  if (before == after) reach_error();
  return 0;
}
