// verdict: TRUE
// reason: a product of an index that wraps to zero
// checks: deref
// data-model: ILP32
extern void *malloc(unsigned);
int main(void) {
  int *p = malloc(16);
  p[0x40000000u] = 1; // the product is zero in 32 bits
  return 0;
}
