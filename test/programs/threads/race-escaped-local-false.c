// verdict: FALSE
// reason: both threads write a local variable
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *add(void *argument) {
  ++*(int *)argument;
  return 0;
}
int main(void) {
  pthread_t t;
  int own = 0;
  pthread_create(&t, 0, add, &own);
  own++;
  pthread_join(t, 0);
  return 0;
}
