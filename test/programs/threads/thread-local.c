// verdict: TRUE
// reason: each thread has its own object
// why-wrong: both threads have the same object
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
__thread int x; // wrong: int x;
void *set(void *argument) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_join(t, 0);
  if (x != 0) reach_error();
  return 0;
}
