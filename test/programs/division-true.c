// verdict: TRUE
// reason: division truncates towards zero; conversion to _Bool asks for not zero
extern void abort(void);
void reach_error(void) {}

int main(void) {
  _Bool b = (_Bool)0.5;
  if (b != 1) reach_error();
  int seven = 7;
  if (-seven / 2 != -3 || -seven % 2 != -1) reach_error();
  return 0;
}
