// verdict: TRUE
// reason: shifts by zero, to the bit below the sign, and of unsigned values
// checks: overflow
int main(void) {
  volatile int x = 2147483647, one = 1; volatile unsigned u = 1;
  return ((x << 0) ^ (one << 30)) == 0 && (u << 31) == 0;
}
