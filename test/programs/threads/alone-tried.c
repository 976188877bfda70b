// verdict: TRUE
// reason: the mutex is held
// why-wrong: the mutex is free again
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
// wrong: int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
int main(void) {
  pthread_mutex_lock(&m);
  // wrong: pthread_mutex_unlock(&m);
  if (pthread_mutex_trylock(&m) == 0) reach_error();
  return 0;
}
