// verdict: TRUE
// reason: each thread has its own errno
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int *__errno_location(void);
void *work(void *argument) {
  *__errno_location() = 5;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  *__errno_location() = 1;
  pthread_join(t, 0);
  return 0;
}
