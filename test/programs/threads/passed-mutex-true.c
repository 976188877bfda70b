// verdict: TRUE
// reason: all threads take the mutex that a function gets
// property: unreach-call
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m, other;
int x, threads = 9;
pthread_t t[9];
static void locked(pthread_mutex_t *lock, int *counter) {
  pthread_mutex_lock(lock);
  (*counter)++;
  (*counter)--;
  pthread_mutex_unlock(lock);
}
void *work(void *argument) {
  locked(&m, &x);
  return 0;
}
int main(void) {
  for (int i = 0; i < threads; i++) pthread_create(&t[i], 0, work, 0);
  pthread_mutex_lock(&m);
  if (x != 0) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
