// verdict: TRUE
// reason: a block may have a size that is not known
// why-wrong: a block may have a size that is not known
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 1000) return 0;
  int *a = malloc(n * sizeof *a);
  a[0] = 1;
  a[n - 1] = 2;
  if (a[0] != 1) reach_error(); // wrong: if (a[n - 1] != 1) reach_error();
}
