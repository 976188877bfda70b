// verdict: UNKNOWN
// reason: the sum of signed numbers overflows after many turns, which is undefined
// question: termination
int main(void) {
  int x = 1;
  while (x != 0) x += 2;
  return 0;
}
