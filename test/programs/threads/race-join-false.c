// verdict: FALSE
// reason: another thread has ended
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int x;
void *add(void *argument) {
  x++;
  return 0;
}
void *idle(void *argument) { return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, idle, 0);
  pthread_create(&t, 0, add, 0);
  pthread_join(s, 0);
  x++;
  return 0;
}
