// verdict: TRUE
// reason: each join waits for a thread that ends
// checks: deadlock
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
pthread_t t, u;
void *first(void *argument) {
  return 0;
}
void *second(void *argument) {
  pthread_join(t, 0);
  return 0;
}
int main(void) {
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(u, 0);
  return 0;
}
