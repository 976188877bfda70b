// verdict: TRUE
// reason: the bits of a float can be read through a union
extern void abort(void);
void reach_error(void) {}

int main(void) {
  union { float f; unsigned u; } x;
  x.f = 1.0f;
  if (x.u != 0x3f800000u) reach_error();
  return 0;
}
