// verdict: FALSE
// reason: a read before a block
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(8);
  p[0] = 1;
  p--;
  int r = *p;
  free(p + 1);
  return r;
}
