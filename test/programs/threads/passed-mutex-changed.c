// verdict: TRUE
// reason: the function takes the mutex that it gets
// why-wrong: the function takes another mutex than it gets
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m, other;
int x;
static void locked(pthread_mutex_t *lock, int which) {
  if (which) lock = &other;
  pthread_mutex_lock(lock);
  x++;
  x--;
  pthread_mutex_unlock(lock);
}
void *work(void *argument) {
  locked(&m, 0); // wrong: locked(&m, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  if (x != 0) reach_error();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
