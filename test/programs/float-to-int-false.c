// verdict: FALSE
// reason: conversions between floating and integer types truncate and round
extern void abort(void);
void reach_error(void) {}

int main(void) {
  double d = 401;
  d /= 4;
  if ((int)d == 100 && d > 100) reach_error();
  return 0;
}
