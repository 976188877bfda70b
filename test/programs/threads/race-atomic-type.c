// verdict: TRUE
// reason: an atomic flag orders the accesses to the plain object
// why-wrong: a plain flag orders nothing of the accesses to the plain object
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
_Atomic int ready; // wrong: int ready;
int x;
void *give(void *argument) {
  x = 1;
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, give, 0);
  if (ready) x = 2;
  pthread_join(t, 0);
  return 0;
}
