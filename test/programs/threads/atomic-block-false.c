// verdict: FALSE
// reason: increments are a read and a write
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int x;
void *add(void *argument) {
  x++;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, add, 0);
  pthread_create(&t, 0, add, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
