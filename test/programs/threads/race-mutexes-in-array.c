// verdict: TRUE
// reason: both threads take the same mutex of the array
// why-wrong: the threads take different mutexes of the array
// checks: data-race
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t locks[2];
int x;
void *work(void *argument) {
  pthread_mutex_lock(&locks[0]); // wrong: pthread_mutex_lock(&locks[1]);
  x = 1;
  pthread_mutex_unlock(&locks[0]); // wrong: pthread_mutex_unlock(&locks[1]);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&locks[0]);
  x = 2;
  pthread_mutex_unlock(&locks[0]);
  pthread_join(t, 0);
  return 0;
}
