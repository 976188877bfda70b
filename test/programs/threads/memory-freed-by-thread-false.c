// verdict: FALSE
// reason: one thread releases what the other one reads
// checks: deref, free
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void *malloc(unsigned long);
extern void free(void *);
static int *shared, sum;
static void *release(void *none) { free(shared); return 0; }
static void *read(void *none) { sum = *shared; return 0; }
int main(void) {
  pthread_t one, two;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&one, 0, release, 0);
  pthread_create(&two, 0, read, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
