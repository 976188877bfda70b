// verdict: TRUE
// reason: two threads wait for each other, but main ends the program
// checks: deadlock
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m, n;
void *first(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return 0;
}
void *second(void *argument) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  return 0;
}
