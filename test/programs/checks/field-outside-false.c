// verdict: FALSE
// checks: deref
/* A bit-field with bits outside of the block. */
extern void *malloc(unsigned long);
struct record {
  unsigned a : 3;
  unsigned b : 20;
};
int main(void) {
  struct record *p = malloc(2);
  p->b = 1;
  return 0;
}
