// verdict: UNKNOWN
// reason: which NaN an operation gives is not modelled; its bits are those of some NaN
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  union {
    float value;
    unsigned bits;
  } u;
  u.value = f - f;
  if (u.value == u.value)
    return 0;
  if ((u.bits & 0x3fffffu) == 5u)
    reach_error();
  return 0;
}
