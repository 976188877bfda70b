// verdict: TRUE
// reason: the wait ends by the condition or its limit
// why-wrong: the wait may end by its limit
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long long align; } pthread_cond_t;
struct timespec { long tv_sec; long tv_nsec; };
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_cond_signal(pthread_cond_t *);
void reach_error(void) {}
pthread_mutex_t m;
pthread_cond_t c;
int ready;
void *work(void *argument) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  struct timespec limit = {1, 0};
  int failed = 0;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&m);
  while (!ready && failed == 0) failed = pthread_cond_timedwait(&c, &m, &limit);
  if (!ready && failed != 110) reach_error(); // wrong: if (!ready) reach_error();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
