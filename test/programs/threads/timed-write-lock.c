// verdict: TRUE
// reason: writers exclude each other, and one may be late
// why-wrong: one writer may be late
typedef unsigned long pthread_t;
typedef union { char size[56]; long align; } pthread_rwlock_t;
struct timespec { long tv_sec; long tv_nsec; };
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);
void reach_error(void) {}
pthread_rwlock_t l;
int x;
void *work(void *argument) {
  struct timespec limit = {1, 0};
  int failed = pthread_rwlock_timedwrlock(&l, &limit);
  if (failed != 0) return 0;
  int before = x;
  x = before + 1;
  pthread_rwlock_unlock(&l);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_rwlock_wrlock(&l);
  x = 5;
  if (x != 5) reach_error();
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  if (x != 5 && x != 6) reach_error(); // wrong: if (x != 6 && x == 5) reach_error();
  return 0;
}
