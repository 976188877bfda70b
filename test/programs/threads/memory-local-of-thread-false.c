// verdict: FALSE
// reason: a thread leaves behind a pointer to a local variable, which ended with it
// checks: deref
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
static int *shared, sum;
static void *lend(void *none) { int own = 1; shared = &own; return 0; }
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, lend, 0);
  pthread_join(one, 0);
  if (shared) sum = *shared;
  return 0;
}
