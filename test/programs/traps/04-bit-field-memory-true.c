// verdict: TRUE
// reason: bit-fields that go through memory leave their neighbours alone
void reach_error(void) {}

extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct bits { unsigned char a : 1, b : 1, c : 6, d : 8; };
int main(void) {
  struct bits s = { 0 }, *p = malloc(sizeof(struct bits));
  s.b = 1;
  s.d = 9;
  memcpy(p, &s, sizeof s);
  if (p->a || !p->b || p->c || p->d != 9) reach_error();
  p->c = 5;
  if (p->a || !p->b || p->d != 9 || s.c) reach_error();
  unsigned char *raw = (unsigned char *)p;
  if (raw[0] != 22 || sizeof *p != 2) reach_error();
  return 0;
}
