// verdict: UNKNOWN
// reason: the block that is filled may be smaller than the number of bytes
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = malloc(8), *q = malloc(8);
  if (!p || !q) return 0;
  q[0] = 0;
  memset(p, 1, __VERIFIER_nondet_uint() % 64);
  if (q[0] != 0) reach_error();
  return 0;
}
