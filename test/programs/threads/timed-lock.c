// verdict: TRUE
// reason: a lock with a limit is taken or late
// why-wrong: a lock with a limit may be late
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
struct timespec { long tv_sec; long tv_nsec; };
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
void reach_error(void) {}
pthread_mutex_t m;
int x;
void *work(void *argument) {
  struct timespec limit = {1, 0};
  int failed = pthread_mutex_timedlock(&m, &limit);
  if (failed == 0) {
    x++;
    pthread_mutex_unlock(&m);
  } else if (failed != 110) reach_error();
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (x > 2) reach_error(); // wrong: if (x != 2) reach_error();
  return 0;
}
