// verdict: FALSE
// reason: a product of an index that wraps to four bytes before the block
// checks: deref
// data-model: ILP32
extern void *malloc(unsigned);
int main(void) {
  int *p = malloc(16);
  p[0x40000000u - 1] = 1; // four bytes before the block
  return 0;
}
