// verdict: TRUE
// reason: operators of vectors work element by element
// why-wrong: an element of a vector can be 12
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

typedef int v4si __attribute__((vector_size(16)));

static v4si scaled(v4si v, int by) { return v * by + (v4si){1, 2, 3, 4}; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  v4si v = {x, 2, 3, x};
  v4si *p = &v;
  v4si w = scaled(*p, 3) >> 1;
  v4si mask = v < w;
  w[1] ^= mask[1];
  if (x < 0 || x > 100) return 0;
  if (w[3] != (3 * x + 4) / 2 || w[1] != ~4 || mask[2] != -1) reach_error(); // wrong: if (w[0] == 20 && mask[0] == -1) reach_error();
  return 0;
}
