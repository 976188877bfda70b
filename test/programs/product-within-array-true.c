// verdict: TRUE
// reason: products that do not wrap around lead to whole elements
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
struct pair { int x; int y; } a[1000];

int main(void) {
  unsigned long i = __VERIFIER_nondet_uint();
  if (i >= 1000) abort();
  a[3].x = 7;
  struct pair *p = (struct pair *)((char *)a + i * sizeof(struct pair));
  p->y = 5;
  if (a[3].x != 7 || a[i].y != 5) reach_error();
  return 0;
}
