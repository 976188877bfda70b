// verdict: UNKNOWN
// checks: deref
// native: the sanitiser accesses the whole unit, and the code alone its first byte
/* An access to a bit-field in a block that has its own byte, but not its whole unit. */
extern void *malloc(unsigned long);
struct record {
  unsigned a : 3;
  unsigned b : 20;
};
int main(void) {
  struct record *p = malloc(1);
  p->a = 1;
  return 0;
}
