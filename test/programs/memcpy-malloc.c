// verdict: TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);
int main(void) {
  int *p = malloc(__VERIFIER_nondet_uchar() & 7 | 8);
  p[1] = 4;
  int w[2] = { 7, 7 };
  memcpy(w, p, 8);
  if (w[1] != 4) reach_error(); // wrong: if (w[1] == 4) reach_error();
  return 0;
}
