// verdict: TRUE
extern void reach_error(void);
extern long double __VERIFIER_nondet_longdouble(void);
extern void *memcpy(void *, const void *, unsigned long);
static void check(int condition) {
  if (!condition) reach_error();
}
union bytes {
  long double value;
  unsigned char byte[16];
  struct {
    unsigned long long significand;
    unsigned short sign_exponent;
  } parts;
};
int main(void) {
  union bytes u;
  u.value = 1.0L;
  check(u.parts.significand == 0x8000000000000000ULL && u.parts.sign_exponent == 0x3fff);
  u.value = -3.5L;
  check(u.byte[7] == 0xe0 && u.byte[9] == 0xc0);
  u.parts.significand = 0xc000000000000000ULL;
  u.parts.sign_exponent = 0x4000;
  check(u.value == 3.0L);
  long double x = 1.0L + 0x1p-63L, y;
  check(x != 1.0L && (double)x == 1.0);
  memcpy(&y, &x, sizeof x);
  check(x == y);
  check((long double)0.1 != 0.1L && (float)0.1L == 0.1f);
  check((long double)9007199254740993LL - 9007199254740992LL == 1.0L);
  check(0x1p-16445L > 0 && 0x1p-16445L / 2 == 0 && 0x1p16383L * 2 > 0x1.8p16383L);
  long double n = __VERIFIER_nondet_longdouble();
  if (n > 2.0L && n < 100.0L) {
    u.value = n;
    check((u.parts.significand >> 63) == 1 && (u.parts.sign_exponent & 0x8000) == 0);
  }
  return 0;
}
