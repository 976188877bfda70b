// verdict: TRUE
// reason: a pointer survives being an integer
// why-wrong: a pointer survives being an integer
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static int a = 1, b = 2;
  unsigned long x = (unsigned long)&a;
  unsigned long y = (unsigned long)&b;
  if (__VERIFIER_nondet_int()) {
    unsigned long swap = x;
    x = y;
    y = swap;
  }
  if (*(int *)x + *(int *)y != 3 || x == y) reach_error(); // wrong: if (*(int *)x + *(int *)y == 3 || x == y) reach_error();
}
