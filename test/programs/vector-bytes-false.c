// verdict: FALSE
// reason: the bytes of a float vector can be those of 1.5
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

typedef unsigned v2u __attribute__((vector_size(8)));
typedef float v2f __attribute__((vector_size(8)));
typedef unsigned char v8c __attribute__((vector_size(8)));

union both { v2u u; unsigned char c[8]; };

int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  v2u v = {x, 0x40000000};
  v8c bytes = (v8c)v;
  v2f floats = (v2f)v;
  union both b;
  b.u = v + 1;
  unsigned long long whole = (unsigned long long)v;
  v8c order = {7, 6, 5, 4, 3, 2, 1, 0};
  v8c turned = __builtin_shuffle(bytes, order);
  if (floats[0] == 1.5f) reach_error();
  return 0;
}
