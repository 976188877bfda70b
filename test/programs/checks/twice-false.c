// verdict: FALSE
// reason: a block is released twice
// checks: free
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);
int main(void) {
  int *p = malloc(4);
  free(p);
  free(p);
  return 0;
}
