// verdict: FALSE
// reason: integers that were put into a union are no pointers to an object, whichever bits of theirs are set
void reach_error(void) {}
union word { unsigned long u; int *p; };

int main(void) {
  int x = 0;
  union word w;
  for (int k = 60; k < 64; k++) {
    w.u = 1ul << k;
    if (w.p == &x) return 0;
  }
  w.u = 3ul << 61;
  if (w.p == &x) return 0;
  w.u = 5ul << 61;
  if (w.p == &x) return 0;
  reach_error();
  return 0;
}
