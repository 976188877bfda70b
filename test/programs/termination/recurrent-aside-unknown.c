// verdict: UNKNOWN
// reason: the loop depends on the first counter alone, but the second one overflows after many turns
// question: termination
int main(void) {
  unsigned int x = 1;
  int turns = 0;
  while (x != 0) {
    x += 2;
    turns++;
  }
  return turns;
}
