// verdict: TRUE
// reason: a lock hides the change of each of many threads; keys are declared, and not used
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_key_create(unsigned *, void (*)(void *));
int pthread_setspecific(unsigned, const void *);
void reach_error(void) {}
pthread_mutex_t m, inner;
int x;
pthread_t t[10000];
void *work(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&inner);
  x++;
  pthread_mutex_unlock(&inner);
  pthread_mutex_lock(&inner);
  x--;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  for (int i = 0; i < 10000; i++) pthread_create(&t[i], 0, work, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&inner);
  if (x != 0) reach_error();
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 10000; i++) pthread_join(t[i], 0);
  return 0;
}
