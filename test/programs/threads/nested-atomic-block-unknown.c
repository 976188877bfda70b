// verdict: UNKNOWN
// reason: the rules of SV-COMP forbid an atomic block in an atomic block, and tools differ in where the outer one ends
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void reach_error(void) {}
int a, b;
void *other(void *x) {
  a = 1;
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  __VERIFIER_atomic_begin();
  int before = a;
  __VERIFIER_atomic_begin();
  b = b + 1;
  __VERIFIER_atomic_end();
  if (a != before) reach_error();
  __VERIFIER_atomic_end();
  return 0;
}
