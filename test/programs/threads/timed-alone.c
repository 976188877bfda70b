// verdict: TRUE
// reason: a thread that holds the lock is late
// why-wrong: a limit with too many nanoseconds is an error
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
struct timespec { long tv_sec; long tv_nsec; };
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
void reach_error(void) {}
pthread_mutex_t m;
int x;
int main(void) {
  struct timespec limit = {1, 0}; // wrong: struct timespec limit = {1, 1000000000};
  pthread_mutex_lock(&m);
  int failed = pthread_mutex_timedlock(&m, &limit);
  if (failed != 110) reach_error();
  return 0;
}
