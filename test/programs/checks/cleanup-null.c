// verdict: FALSE
// reason: where the second allocation fails, the first block stays
// checks: memcleanup
// malloc: may fail
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(4);
  if (!p) return 1;
  int *q = malloc(4);
  if (!q) return 1;
  free(q);
  free(p);
  return 0;
}
