// verdict: FALSE
// reason: a write through the pointer that realloc got
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8);
  int *q = realloc(p, 16);
  p[1] = 1;
  free(q);
  return 0;
}
