// verdict: FALSE
// reason: bit-fields that go through memory leave their neighbours alone
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct bits { unsigned char a : 1, b : 1, c : 6; };
int main(void) {
  struct bits s = { 0 }, *p = malloc(1);
  s.c = __VERIFIER_nondet_uchar();
  s.a = 1;
  memcpy(p, &s, 1);
  if (*(unsigned char *)p == 0xa9 && !p->b && p->c == 42) reach_error();
  return 0;
}
