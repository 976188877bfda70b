// verdict: FALSE
// reason: memcpy from a released block
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int *p = malloc(4);
  int x;
  free(p);
  memcpy(&x, p, 4);
  return 0;
}
