// verdict: FALSE
// reason: a release of a pointer into a block
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  char *p = malloc(4);
  free(p + 1);
  return 0;
}
