// verdict: TRUE
extern void reach_error(void);
struct pair { int *p; short n; };
union view { int *p; unsigned char bytes[sizeof(int *)]; };
static int x = 1;

static void copy(void *to, const void *from, unsigned long size) {
  char *t = to;
  const char *f = from;
  while (size--) *t++ = *f++;
}

int main(void) {
  struct pair a = {&x, 3}, b;
  copy(&b, &a, sizeof a);
  union view c, d;
  c.p = b.p;
  for (unsigned i = 0; i < sizeof c; i++) d.bytes[i] = c.bytes[i];
  *d.p = 5;
  if (x != 5 || b.n != 3) reach_error(); // wrong: if (x == 5 || b.n != 3) reach_error();
  return 0;
}
