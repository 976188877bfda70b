// verdict: TRUE
// reason: small operands become int, an int beside an unsigned becomes unsigned
void reach_error(void) {}

int main(void) {
  unsigned char x = 250, y = 10;
  if (x + y != 260 || (unsigned char)(x + y) != 4) reach_error();
  unsigned short s = 65535;
  if (s + 1 < s || ~s >= 0 || -s > 0) reach_error();
  unsigned u = 1;
  short h = -2;
  if (h < u) reach_error();
  long l = -1;
  if (l > u) reach_error();
  return 0;
}
