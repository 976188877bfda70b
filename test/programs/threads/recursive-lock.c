// verdict: TRUE
// reason: a plain lock waits for itself
// why-wrong: a recursive lock is taken twice
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m = { { 0, 0, 0, 0, 0 } }; // wrong: pthread_mutex_t m = { { 0, 0, 0, 0, 1 } };
int x;
int main(void) {
  pthread_t t;
  if (x) pthread_create(&t, 0, 0, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
