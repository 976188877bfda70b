// verdict: TRUE
// checks: uninitialised
// reason: a structure that is read as a whole has a value from the first of its members on; each member counts by itself
// native: no sanitiser of GCC reports this
struct pair { int first, second; };
int main(void) {
  struct pair pair;
  pair.first = 1;
  struct pair copy = pair;
  struct { struct pair pair; int last; } both;
  both.pair = copy;
  both.last = both.pair.second;
  return copy.first + both.last;
}
