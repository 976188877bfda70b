// verdict: FALSE
// reason: the index is beyond the block also where calloc succeeds
// checks: deref
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  int *p = calloc(1, sizeof *p);
  p[1] = 1;
  free(p);
}
