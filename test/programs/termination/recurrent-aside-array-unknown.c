// verdict: UNKNOWN
// reason: the loop depends on the first counter alone, but the second one leaves its array after many turns
// question: termination
char seen[1000000];
int main(void) {
  unsigned int x = 1, turns = 0;
  while (x != 0) {
    x += 2;
    seen[turns++] = 1;
  }
  return seen[5];
}
