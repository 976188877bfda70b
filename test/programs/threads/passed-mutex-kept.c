// verdict: TRUE
// reason: the function keeps the mutex that main takes
// why-wrong: main does not take the mutex that the function keeps
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
pthread_mutex_t *kept;
int x;
static void locked(pthread_mutex_t *lock) {
  kept = lock;
  pthread_mutex_lock(lock);
  x++;
  x--;
  pthread_mutex_unlock(lock);
}
void *work(void *argument) {
  locked(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  kept = &m;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(kept); // wrong:
  if (x != 0) reach_error();
  pthread_mutex_unlock(kept); // wrong:
  pthread_join(t, 0);
  return 0;
}
