// verdict: FALSE
// reason: 128 bits overflow, too
// checks: overflow
int main(void) {
  volatile __int128 x = (__int128)1 << 126; __int128 y = x + x;
  return y == 0;
}
