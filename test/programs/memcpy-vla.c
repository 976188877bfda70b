// verdict: TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 2;
  int p[n];
  p[0] = 3;
  p[1] = 4;
  int w[2] = { 7, 7 };
  memcpy(w, p, sizeof w);
  if (w[1] != 4) reach_error(); // wrong: if (w[1] == 4) reach_error();
  return 0;
}
