// verdict: TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);
struct f { int n; int d[]; };
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  int v[2] = { 7, a };
  struct f *p = malloc(4 + 8);
  memcpy(p->d, v, 8);
  if (p->d[1] != a) reach_error(); // wrong: if (p->d[1] == a) reach_error();
  return 0;
}
