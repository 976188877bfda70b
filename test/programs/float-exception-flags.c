// verdict: UNKNOWN
// reason: unsupported
extern void reach_error(void);
int feclearexcept(int), fetestexcept(int);
int main(void) {
  double a = 1.0, b = 4.0;
  feclearexcept(0x3d);
  double c = a / b;
  if (fetestexcept(0x20) && c == 0.25) reach_error();
  return 0;
}
