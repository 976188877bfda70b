// verdict: UNKNOWN
// reason: a vector shifted by its element's width may have any value
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

typedef unsigned char v8c __attribute__((vector_size(8)));

int main(void) {
  v8c v = {128, 1, 2, 3, 4, 5, 6, 7};
  v8c by = {8, 1, 1, 1, 1, 1, 1, 1};
  v8c w = v << by;
  if (w[1] != 2) return 0;
  if (w[0] == 0) reach_error();
  return 0;
}
