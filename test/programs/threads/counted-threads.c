// verdict: TRUE
// reason: a loop with a constant bound starts five threads and no more
// why-wrong: the run goes on behind the start of the fifth thread
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_t t[5];
void *work(void *argument) {
  return 0;
}
int main(void) {
  int i;
  for (i = 0; i < 5; i++) pthread_create(&t[i], 0, work, 0);
  if (i != 5) reach_error(); // wrong: if (i == 5) reach_error();
  return 0;
}
