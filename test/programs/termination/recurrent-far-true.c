// verdict: TRUE
// reason: thousands of turns look as if the loop had no end, but it has one
// question: termination
int main(void) {
  unsigned long long x = 0;
  while (x != 40000000000ULL) x += 2;
  return 0;
}
