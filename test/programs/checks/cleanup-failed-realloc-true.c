// verdict: TRUE
// reason: the old block is released where realloc fails
// checks: memcleanup
// malloc: may fail
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(3);
  if (!p) return 0;
  char *q = realloc(p, 20);
  if (!q) free(p);
  else free(q);
  return 0;
}
