// verdict: FALSE
// reason: an index beyond an array that leaves the whole struct, too
// checks: deref
extern void *malloc(unsigned long);
extern void free(void *);
struct two {
  int a[2];
  int b[2];
};
int main(void) {
  struct two *t = malloc(sizeof *t);
  volatile int i = 4;
  t->a[i] = 1;
  free(t);
  return 0;
}
