// verdict: TRUE
// reason: a wait for a semaphore is late at worst
// why-wrong: a wait for a semaphore may be late
typedef unsigned long pthread_t;
typedef union { char size[32]; long align; } sem_t;
struct timespec { long tv_sec; long tv_nsec; };
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int sem_init(sem_t *, int, unsigned);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_post(sem_t *);
// wrong: int *__errno_location(void);
void reach_error(void) {}
sem_t s;
void *work(void *argument) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  struct timespec limit = {1, 0};
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, work, 0);
  int late = sem_timedwait(&s, &limit);
  if (late != 0 && late != -1) reach_error(); // wrong: if (late != 0 && *__errno_location() == 110) reach_error();
  pthread_join(t, 0);
  return 0;
}
