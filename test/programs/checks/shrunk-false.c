// verdict: FALSE
// reason: an element that realloc took away
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(16);
  int *q = realloc(p, 8);
  q[2] = 1;
  return 0;
}
