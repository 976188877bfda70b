// verdict: TRUE
// reason: all NaNs have an exponent of ones and a fraction other than zero
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  union {
    float value;
    unsigned bits;
  } u;
  u.value = __VERIFIER_nondet_float() * 2.0f;
  int nan = u.value != u.value;
  int shape = (u.bits & 0x7f800000u) == 0x7f800000u && (u.bits & 0x7fffffu) != 0;
  if (nan != shape)
    reach_error();
  return 0;
}
