// verdict: TRUE
// reason: a compound assignment computes in the common type and narrows at the end
extern void abort(void);
void reach_error(void) {}

int main(void) {
  signed char b = 90;
  int d = 512;
  b /= d;
  if (b != 0) reach_error();
  return 0;
}
