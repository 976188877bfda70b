// verdict: UNKNOWN
// reason: a thread of many is joined, and its place among them is not known
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
int x, threads = 3;
pthread_t t[3];
void *work(void *argument) {
  __sync_fetch_and_add(&x, 1);
  return 0;
}
int main(void) {
  for (int i = 0; i < threads; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < threads; i++) pthread_join(t[i], 0);
  if (x != 3) reach_error();
  return 0;
}
