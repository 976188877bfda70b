// verdict: TRUE
// reason: an address in parts, put together again
// why-wrong: an address in parts, put together again
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 4, b = 6;
  unsigned long both = (unsigned long)&a ^ (unsigned long)&b;
  int *p = (int *)(both ^ (unsigned long)&a);
  if (*p != 6) reach_error(); // wrong: if (*p == 6) reach_error();
}
