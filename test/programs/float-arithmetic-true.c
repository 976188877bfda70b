// verdict: TRUE
// reason: floating-point arithmetic is IEEE 754
extern void abort(void);
void reach_error(void) {}

int main(void) {
  float f = 0.1f;
  if (f == 0.1 || f != 0.1f) reach_error();
  double z = -0.0;
  if (1 / z > 0) reach_error();
  return 0;
}
