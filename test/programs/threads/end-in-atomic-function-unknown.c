// verdict: UNKNOWN
// reason: an atomic function ends a block that it did not begin
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void __VERIFIER_atomic_end(void);
void reach_error(void) {}
int a;
void *other(void *x) {
  a = 1;
  return x;
}
static void __VERIFIER_atomic_compare(void) {
  int before = a;
  __VERIFIER_atomic_end();
  if (a != before) reach_error();
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  __VERIFIER_atomic_compare();
  return 0;
}
