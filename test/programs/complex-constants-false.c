// verdict: FALSE
// reason: a static initialiser is the product of complex constants
void reach_error(void) {}
static int whole = (int)(2.5 + 3.5i);
static _Bool some = (_Bool)3i, none = (_Bool)(0.0i);
static double imaginary = __imag__((1.0 + 2.0i) * (3.0 - 1.0i)), half = __real__((1.0 + 2.0i) / 2.0);
static int equal = (1.0 + 2.0i) == (1.0 + 2.0i), chosen = 1.0i ? 4 : 5, negation = !(1.0i);
static double _Complex conjugate = ~(1.0 + 2.0i), product = 1.0i * 2.0i;

int main(void) {
  if (imaginary == 5 || !some || none || imaginary != 5 || half != 0.5) reach_error();
  if (!equal || chosen != 4 || negation) reach_error();
  if (__imag__ conjugate != -2 || __real__ product != -2) reach_error();
  return 0;
}
