// verdict: TRUE
// reason: the pointer is used only where it is not null
// why-wrong: the index is beyond the block also where calloc succeeds
// checks: deref
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
int main(void) {
  int *p = calloc(1, sizeof *p);
  if (p) *p = 1; // wrong: p[1] = 1;
  free(p);
}
