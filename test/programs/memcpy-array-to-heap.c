// verdict: TRUE
extern void reach_error(void);
extern void *malloc(unsigned long), *realloc(void *, unsigned long), *memcpy(void *, const void *, unsigned long);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int v[2] = { 3, 4 };
  int *p = malloc(__VERIFIER_nondet_uchar() & 7 | 8);
  memcpy(p, v, 8);
  if (p[1] != 4) reach_error(); // wrong: if (p[1] == 4) reach_error();
  return 0;
}
