// verdict: TRUE
// reason: a thread that asks again and again does not wait
// checks: deadlock
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int flag;
void *other(void *argument) {
  while (!flag) {}
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
