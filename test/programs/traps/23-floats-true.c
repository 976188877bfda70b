// verdict: TRUE
// reason: subnormals, signed zeros, infinities and NaN
void reach_error(void) {}

int main(void) {
  float f = (float)1e-310;
  if (f != 0.0f) reach_error();
  float tiny = 1e-40f;
  if (!(tiny > 0.0f) || tiny / 2.0f >= tiny) reach_error();
  double z = -0.0;
  if (z != 0.0 || 1 / z > 0) reach_error();
  double inf = 1e308 * 10, nan = inf - inf;
  if (nan == nan || nan < 1.0 || nan >= 1.0 || !(nan != 0.0)) reach_error();
  if ((float)16777217 != 16777216.0f || (int)-0.9 != 0 || (unsigned char)255.9f != 255) reach_error();
  return 0;
}
