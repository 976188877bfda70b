// verdict: FALSE
// data-model: ILP32
// reason: a product of integers by 12 wraps around to 4 bytes, which is within the first element
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
struct triple { int x; int y; int z; } a[1000];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned bytes = i * 12u;
  if (bytes > 8) return 0;
  a[0].y = 7;
  int *p = (int *)((char *)a + bytes);
  if (*p == 7) reach_error();
  return 0;
}
