// verdict: FALSE
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  union {
    long double value;
    struct {
      unsigned long long significand;
      unsigned short sign_exponent;
    } parts;
  } u;
  u.parts.significand = __VERIFIER_nondet_ulonglong();
  u.parts.sign_exponent = 0x3ffe;
  if (u.value > 0.75L && u.value < 0.76L) reach_error();
  return 0;
}
