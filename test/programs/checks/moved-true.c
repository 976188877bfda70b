// verdict: TRUE
// reason: the last element that realloc added
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8);
  int *q = realloc(p, 16);
  if (q == 0) {
    free(p);
    return 0;
  }
  q[3] = 1;
  free(q);
  return 0;
}
