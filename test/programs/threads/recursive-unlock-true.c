// verdict: TRUE
// reason: only its holder releases a recursive mutex
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
typedef union { char size[4]; int align; } pthread_mutexattr_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *, int *);
void reach_error(void) {}
pthread_mutex_t m;
int released;
void *work(void *argument) {
  released = pthread_mutex_unlock(&m) == 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutexattr_t kind;
  int known;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, 1);
  pthread_mutexattr_gettype(&kind, &known);
  if (known != 1) reach_error();
  pthread_mutex_init(&m, &kind);
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  if (released) reach_error();
  return 0;
}
