// verdict: TRUE
// reason: a compound assignment computes in the common type and narrows at the end
// why-wrong: a compound assignment computes in the common type and narrows at the end
extern void abort(void);
void reach_error(void) {}

int main(void) {
  signed char b = 90;
  int d = 512; // wrong: int d = 3;
  b /= d; // wrong: b *= d;
  if (b != 0) reach_error(); // wrong: if (b == 14) reach_error();
  return 0;
}
