// verdict: TRUE
// reason: a mutex goes through two functions
// why-wrong: a mutex goes through two functions, and main takes none
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m, other;
int x;
static void inner(int *counter, pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  (*counter)++;
  (*counter)--;
  pthread_mutex_unlock(lock);
}
static void outer(pthread_mutex_t *first, pthread_mutex_t *second, int *counter) {
  pthread_mutex_lock(first);
  inner(counter, second);
  pthread_mutex_unlock(first);
}
void *work(void *argument) {
  outer(&m, &other, &x);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&other); // wrong:
  if (x != 0) reach_error();
  pthread_mutex_unlock(&other); // wrong:
  pthread_join(t, 0);
  return 0;
}
