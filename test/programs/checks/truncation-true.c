// verdict: TRUE
// checks: truncation
// reason: a cast says that the value is cut, and other conversions keep theirs
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int number = __VERIFIER_nondet_int();
  unsigned char cut = (unsigned char)number, masked = number & 255;
  signed char small = 0;
  if (number >= -128 && number <= 127) small = number;
  _Bool truth = number;
  long wide = number;
  return cut + masked + small + truth + (wide > 0);
}
