// verdict: UNKNOWN
// reason: arithmetic on decimal floats has no meaning here
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  _Decimal64 d = 1;
  if (d + 1 != 2.0dd) reach_error();
  return 0;
}
