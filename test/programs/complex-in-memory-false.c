// verdict: FALSE
// reason: an element of an array of complex numbers can be 4i
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct signal { int count; _Complex float samples[3]; };

static void shift(_Complex float *to, const _Complex float *from) { *to = ~*from; }

int main(void) {
  struct signal s = {3, {1, 2.0if}};
  unsigned i = __VERIFIER_nondet_int();
  if (i > 1) return 0;
  shift(&s.samples[2], &s.samples[i]);
  struct signal copy = s;
  if (__imag__ copy.samples[2] == 0) reach_error();
  return 0;
}
