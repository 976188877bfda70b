// verdict: TRUE
// reason: sums of promoted bytes and shorts do not overflow, and conversions back are no overflow
// checks: overflow
int main(void) {
  char c = 127; c++; signed char m = -128; m = -m; short s = 32767; s += s; unsigned char u = 255; int sum = u * u + s;
  return sum & c & m;
}
