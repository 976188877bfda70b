// verdict: TRUE
// reason: a constant is a double unless it says otherwise
void reach_error(void) {}

int main(void) {
  float f = 0.3f;
  if (f == 0.3 || f != 0.3f || (double)f == 0.3 || (float)0.3 != f) reach_error();
  if (sizeof 1.0 != 8 || sizeof 1.0f != 4) reach_error();
  float half = 0.5f;
  if (half != 0.5) reach_error();
  return 0;
}
