// verdict: TRUE
// reason: complex numbers in structs, arrays and through pointers
// why-wrong: an element of an array of complex numbers can be 4i
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
  if (copy.samples[2] != (i == 0 ? 1 : -2.0if)) reach_error(); // wrong: if (__imag__ copy.samples[2] == 0) reach_error();
  return 0;
}
