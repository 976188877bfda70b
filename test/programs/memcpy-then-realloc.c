// verdict: TRUE
extern void reach_error(void);
extern void *malloc(unsigned long), *realloc(void *, unsigned long), *memcpy(void *, const void *, unsigned long);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  char *p = malloc(8);
  memcpy(p, "abcdefg", 8);
  p = realloc(p, 3 + (a & 1));
  if (p[2] != 'c') reach_error(); // wrong: if (p[2] == 'c') reach_error();
  return 0;
}
