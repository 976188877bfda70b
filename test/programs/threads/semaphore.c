// verdict: TRUE
// reason: the wait ends behind the write
// why-wrong: the semaphore is free from the start
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
typedef union { char size[32]; long align; } sem_t;
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_post(sem_t *);
sem_t s;
int x;
void *give(void *argument) {
  x = 1;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0); // wrong: sem_init(&s, 0, 1);
  pthread_create(&t, 0, give, 0);
  sem_wait(&s);
  if (x != 1) reach_error();
  return 0;
}
