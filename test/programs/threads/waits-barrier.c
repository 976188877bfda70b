// verdict: TRUE
// reason: two threads meet at the barrier
// why-wrong: the barrier waits for a third thread
// checks: deadlock
typedef unsigned long pthread_t;
typedef union { char size[32]; long align; } pthread_barrier_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
pthread_barrier_t b;
void *other(void *argument) {
  pthread_barrier_wait(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2); // wrong: pthread_barrier_init(&b, 0, 3);
  pthread_create(&t, 0, other, 0);
  pthread_barrier_wait(&b);
  pthread_join(t, 0);
  return 0;
}
