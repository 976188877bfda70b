// verdict: FALSE
// reason: the second thread keeps the number 1
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
int threads = 2, seen;
pthread_t t[2];
void *work(void *argument) {
  long own = (long)argument;
  __sync_fetch_and_add(&seen, 1);
  if (own == 1) reach_error();
  return 0;
}
int main(void) {
  for (long i = 0; i < threads; i++) pthread_create(&t[i], 0, work, (void *)i);
  return 0;
}
