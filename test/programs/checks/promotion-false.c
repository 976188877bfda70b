// verdict: FALSE
// reason: unsigned shorts are promoted to int, whose product overflows
// checks: overflow
int main(void) {
  volatile unsigned short a = 65535;
  unsigned product = a * a;
  return product == 1;
}
