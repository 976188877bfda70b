// verdict: TRUE
// checks: wrap
// reason: a sum of narrow numbers is of type int
// native: no sanitiser of GCC reports this
int main(void) {
  unsigned char byte = 255;
  return byte + byte == 510 ? 0 : 1;
}
