// verdict: TRUE
// reason: what sscanf reads as floating numbers of three sizes
// why-wrong: a floating constant has not the value of the text as another type
int sscanf(const char *, const char *, ...);
void reach_error(void) {}
int main(void) {
  double a = 0, b = 0;
  float c = 0;
  long double d = 0;
  if (sscanf("2.5 -1e2", "%lf%lf", &a, &b) != 2 || a != 2.5 || b != -100) reach_error();
  if (sscanf("0.1x", "%f", &c) != 1 || c != 0.1f) reach_error(); // wrong: if (sscanf("0.1x", "%f", &c) != 1 || c != 0.1) reach_error();
  if (sscanf("12345678.25", "%Lg", &d) != 1 || d != 12345678.25L) reach_error();
  if (sscanf("x", "%lf", &a) != 0 || a != 2.5) reach_error();
  return 0;
}
