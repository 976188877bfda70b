// verdict: FALSE
// reason: an atomic write and a plain read
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int x;
void *add(void *argument) {
  __atomic_fetch_add(&x, 1, 5);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  int seen = x;
  pthread_join(t, 0);
  return seen;
}
