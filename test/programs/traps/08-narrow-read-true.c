// verdict: TRUE
// reason: a narrow read of a wide object takes its lowest bytes
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  long long v = 0x10002;
  short *s = (short *)&v;
  unsigned char *p = (unsigned char *)&v;
  if (*s != 2 || s[1] != 1 || p[0] != 2 || p[1] != 0 || p[2] != 1) reach_error();
  int n = __VERIFIER_nondet_int();
  unsigned sum = 0;
  for (int i = 3; i >= 0; i--) sum = sum << 8 | ((unsigned char *)&n)[i];
  if (sum != (unsigned)n) reach_error();
  return 0;
}
