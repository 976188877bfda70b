// verdict: TRUE
// reason: two threads read the structure
// why-wrong: a thread writes a member that the other one copies
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct pair {
  int a, b;
} shared, own;
void *work(void *argument) {
  own = shared;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int b = shared.b; // wrong: shared.b = 1;
  pthread_join(t, 0);
  return 0;
}
