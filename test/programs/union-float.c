// verdict: TRUE
// reason: the bits of a float can be read through a union
// why-wrong: the bits of a float can be read through a union
// wrong: extern float __VERIFIER_nondet_float(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  union { float f; unsigned u; } x;
  x.f = 1.0f; // wrong: x.f = __VERIFIER_nondet_float();
  if (x.u != 0x3f800000u) reach_error(); // wrong: if (x.u == 0x40490fdbu) reach_error();
  return 0;
}
