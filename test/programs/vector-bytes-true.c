// verdict: TRUE
// reason: a vector keeps its bytes when it becomes one of other elements
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
  if (bytes[3] != x >> 24 || floats[1] != 2.0f || b.c[0] != (unsigned char)(x + 1) || whole != (0x40000000ull << 32 | x) || turned[7] != (x & 255)) reach_error();
  return 0;
}
