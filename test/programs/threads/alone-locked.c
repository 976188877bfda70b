// verdict: TRUE
// reason: the only thread waits for itself
// why-wrong: the only thread may lock again after it unlocked
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
// wrong: int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
int main(void) {
  pthread_mutex_lock(&m);
  // wrong: pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
