// verdict: FALSE
// reason: a thread waits for its own end, and main for that thread
// checks: deadlock
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
pthread_t pthread_self(void);
pthread_t t;
void *other(void *argument) {
  pthread_join(pthread_self(), 0);
  return 0;
}
int main(void) {
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
