// verdict: UNKNOWN
// reason: the rules say of malloc and alloca that they never fail, but not of calloc
// checks: deref
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  int *p = calloc(1, sizeof *p);
  *p = 1;
  free(p);
}
