// verdict: FALSE
// reason: a write to a block of no bytes
// checks: deref
// native: the sanitiser gives a byte more
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  char *p = malloc(0);
  if (p) *p = 1;
  return 0;
}
