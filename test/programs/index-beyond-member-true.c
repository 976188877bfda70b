// verdict: TRUE
// reason: an index within an inner array leads to no other member, wherever the object lies
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void reach_error(void);

struct inner { int before, a[4], behind; };
struct outer { struct inner rows[2]; int m[2][3]; } s;

static void change(struct outer *p, unsigned i, unsigned j) {
  p->rows[i & 1].a[j % 4] = 1;
  p->m[i & 1][j % 3] = 1;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct outer *h = malloc(sizeof *h), *p = n & 1 ? &s : h;
  if (h == 0) return 0;
  h->rows[0].behind = h->rows[1].before = h->m[1][2] = 0;
  change(p, n, n >> 2);
  int *end = &p->rows[1].a[4];
  if (p->rows[0].behind != 0 || p->rows[1].before != 0 || end - p->rows[1].a != 4) reach_error();
  if ((n & 1) == 0 && p->m[1][2] != 0) reach_error();
  return 0;
}
