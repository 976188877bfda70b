// verdict: FALSE
// reason: no object has the element whose bytes begin at 2^32, also where a machine computes 0 (C11 6.5.6p8)
// checks: deref
// data-model: ILP32
extern void *malloc(unsigned);
int main(void) {
  int *p = malloc(16);
  p[0x40000000u] = 1; // the product is zero in 32 bits
  return 0;
}
