// verdict: UNKNOWN
// reason: more variables hold the blocks of a loop than are counted, which is no alarm
// checks: memtrack
extern void *malloc(unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
static int *a, *b, *c, *d, *e, *f, *g;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
  for (unsigned i = 0; i < n; i++) {
    g = f;
    f = e;
    e = d;
    d = c;
    c = b;
    b = a;
    a = malloc(4);
  }
  return 0;
}
