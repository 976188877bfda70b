// verdict: TRUE
// reason: a local variable keeps its value while the thread holds the lock
// why-wrong: main writes beside the lock that keeps the local variable
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m, other;
int x, y, threads = 2; // wrong: int x, threads = 2;
pthread_t t[2];
void *work(void *argument) {
  pthread_mutex_lock(&m);
  int before = x;
  pthread_mutex_lock(&other);
  x = before + 2;
  pthread_mutex_unlock(&other);
  if (x != before + 2) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  for (int i = 0; i < threads; i++) pthread_create(&t[i], 0, work, 0);
  pthread_mutex_lock(&other);
  y = 7; // wrong: x = 7;
  pthread_mutex_unlock(&other);
  return 0;
}
