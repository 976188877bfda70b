// verdict: TRUE
// reason: both threads hold the lock
// checks: data-race
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int x;
pthread_mutex_t m;
void take(void) { pthread_mutex_lock(&m); }
void *add(void *argument) {
  take();
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  take();
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
