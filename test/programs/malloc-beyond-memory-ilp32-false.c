// verdict: FALSE
// reason: no object is larger than half of the address space
// data-model: ILP32
extern void *malloc(unsigned);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (!malloc(size) && size == 0x80000000u) reach_error();
  return 0;
}
