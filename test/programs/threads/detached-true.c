// verdict: TRUE
// reason: every value that the thread leaves is allowed
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int pthread_detach(pthread_t);
int x;
void *set(void *argument) {
  x = 1;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_detach(t);
  if (x < 0 || x > 2) reach_error();
  return 0;
}
