// verdict: FALSE
// reason: a pointer that is stored by bytes leads to a block that was released
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof *p), *q;
  *p = 3;
  for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
  free(p);
  return *q;
}
