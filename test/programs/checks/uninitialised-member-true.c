// verdict: TRUE
// checks: uninitialised
// reason: a structure counts as assigned from the first of its members on
// native: no sanitiser of GCC reports this
struct pair { int first, second; };
int main(void) {
  struct pair pair;
  pair.first = 1;
  struct pair copy = pair;
  return copy.first;
}
