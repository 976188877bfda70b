// verdict: FALSE
// reason: a plain mutex is locked twice by the only thread
// checks: deadlock
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
pthread_mutex_t m;
int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
