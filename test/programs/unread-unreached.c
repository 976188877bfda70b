// verdict: TRUE
// reason: what has no meaning here does not matter where no run gets to
// why-wrong: an error before anything without meaning is one
typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static v4 widen(v4 x) { return __builtin_ia32_a(x); }
static int rare(int x) {
  if (x > 100) {
    int y = __builtin_ia32_b(x), z = 1;
    for (int i = __builtin_ia32_c(x); i < y; i++) z += ({ int w = i; __builtin_ia32_d(w); });
    while (__builtin_ia32_e(z)) z--;
    switch (__builtin_ia32_f(z)) {
      case 1:
        return 1.5dd > 1;
    }
    __builtin_ia32_g(&z, (widen((v4){0}), 1));
    return __builtin_ia32_h(z);
  }
  return x;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 50) return 0;
  if (rare(x) != x) reach_error(); // wrong: if (rare(x) == 17) reach_error();
  return 0;
}
