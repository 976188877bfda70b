// verdict: FALSE
// reason: an integer that was made a pointer is that integer again
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long n = __VERIFIER_nondet_int();
  void *p = (void *)n;
  if ((long)p == n || (n != 0 && p == 0) || (void *)-1 != (void *)(n - n - 1)) reach_error();
}
