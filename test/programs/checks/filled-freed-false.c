// verdict: FALSE
// reason: memset of a released block
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
int main(void) {
  int *p = malloc(4);
  free(p);
  memset(p, 5, 4);
  return 0;
}
