// verdict: FALSE
// reason: each thread has its own errno
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int *__errno_location(void);
void reach_error(void) {}
void *work(void *argument) {
  *__errno_location() = 5;
  return 0;
}
int main(void) {
  pthread_t t;
  *__errno_location() = 1;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  if (*__errno_location() != 5) reach_error();
  return 0;
}
