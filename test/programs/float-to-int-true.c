// verdict: TRUE
// reason: conversions between floating and integer types truncate and round
extern void abort(void);
void reach_error(void) {}

int main(void) {
  double d = -2.75;
  if ((int)d != -2 || (float)16777217 != 16777216.0f) reach_error();
  return 0;
}
