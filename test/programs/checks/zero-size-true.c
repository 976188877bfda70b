// verdict: TRUE
// reason: a block of no bytes may be released
// checks: deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  char *p = malloc(0);
  free(p);
  return 0;
}
