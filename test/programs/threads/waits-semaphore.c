// verdict: TRUE
// reason: the semaphore begins at one
// why-wrong: the semaphore is posted once and awaited twice
// checks: deadlock
typedef unsigned long pthread_t;
typedef union { char size[32]; long align; } sem_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_post(sem_t *);
sem_t s;
void *other(void *argument) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1); // wrong: sem_init(&s, 0, 0);
  pthread_create(&t, 0, other, 0);
  sem_wait(&s);
  sem_wait(&s);
  pthread_join(t, 0);
  return 0;
}
