// verdict: FALSE
// reason: a product of integers wraps around: 2^61 * 8 bytes are none, and the first element is reached
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
struct pair { int x; int y; } a[1000];

int main(void) {
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i < 100) return 0;
  unsigned long bytes = i * 8ul;
  if (bytes > 24) return 0;
  struct pair *p = (struct pair *)((char *)a + bytes);
  p->x = 7;
  if (a[0].x == 7) reach_error();
  return 0;
}
