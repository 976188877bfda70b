// verdict: TRUE
// reason: the members of a union lie on each other
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  union { float f; unsigned u; } x;
  x.f = -2.0f;
  if (x.u != 0xc0000000u) reach_error();
  x.u = 0x3fc00000u;
  if (x.f != 1.5f) reach_error();
  union { int a, b; struct { short low, high; } parts; } y;
  y.a = 1;
  y.b = __VERIFIER_nondet_int();
  if (y.a != y.b) reach_error();
  if (y.a == 0x00030002 && (y.parts.low != 2 || y.parts.high != 3)) reach_error();
  return 0;
}
