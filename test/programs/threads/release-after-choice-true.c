// verdict: TRUE
// reason: the thread releases only what it holds
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
int __VERIFIER_nondet_int(void);
int x;
void *work(void *argument) {
  pthread_mutex_lock(&m);
  x = 1;
  x = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int choice = __VERIFIER_nondet_int();
  if (choice) pthread_mutex_lock(&m);
  if (choice) pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (x != 0) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
