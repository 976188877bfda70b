// verdict: TRUE
// reason: one thread passes, and the other one has its own errno
// why-wrong: one thread passes
typedef unsigned long pthread_t;
typedef union { char size[32]; long align; } sem_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int sem_init(sem_t *, int, unsigned);
int sem_trywait(sem_t *);
int *__errno_location(void);
void reach_error(void) {}
sem_t s;
int got;
void *work(void *argument) {
  if (sem_trywait(&s) == 0) got++;
  else if (*__errno_location() != 11) reach_error();
  return 0;
}
int main(void) {
  pthread_t t, u;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (got != 1) reach_error(); // wrong: if (got == 1) reach_error();
  return 0;
}
