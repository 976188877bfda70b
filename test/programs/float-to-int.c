// verdict: TRUE
// reason: conversions between floating and integer types truncate and round
// why-wrong: conversions between floating and integer types truncate and round
extern void abort(void);
void reach_error(void) {}

int main(void) {
  double d = -2.75; // wrong: double d = 401;
  if ((int)d != -2 || (float)16777217 != 16777216.0f) reach_error(); // wrong: d /= 4;
  // wrong: if ((int)d == 100 && d > 100) reach_error();
  return 0;
}
