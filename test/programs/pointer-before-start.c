// verdict: TRUE
// reason: a loop that runs down to the start of an array
// why-wrong: a loop that runs down to the start of an array
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3] = {1, 2, 3};
  int sum = 0;
  for (int *p = a + 2; p >= a; p--) sum += *p;
  if (sum != 6) reach_error(); // wrong: if (sum == 6) reach_error();
}
