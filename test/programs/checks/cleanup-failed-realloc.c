// verdict: FALSE
// reason: the old block lives where realloc fails
// checks: memcleanup
// malloc: may fail
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(3);
  if (!p) return 0;
  p = realloc(p, 20);
  free(p);
  return 0;
}
