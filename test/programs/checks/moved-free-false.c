// verdict: FALSE
// reason: a release of the pointer that realloc got
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8);
  int *q = realloc(p, 16);
  q[3] = 1;
  free(p);
  return 0;
}
