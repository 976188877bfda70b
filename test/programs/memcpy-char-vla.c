// verdict: TRUE
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 2;
  char p[n];
  p[0] = 'x';
  p[1] = 'y';
  char w[2] = { 1, 1 };
  memcpy(w, p, 2);
  if (w[1] != 'y') reach_error(); // wrong: if (w[1] == 'y') reach_error();
  return 0;
}
