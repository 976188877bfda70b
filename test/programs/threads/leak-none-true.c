// verdict: TRUE
// reason: a static pointer holds the block while a thread reads it, and until it is released
// checks: deref, free, memtrack, memcleanup
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void *malloc(unsigned long);
extern void free(void *);
static int *shared, sum;
static void *read(void *none) {
  for (int i = 0; i < 2; i++) sum += shared[i] & 1;
  return 0;
}
int main(void) {
  pthread_t one;
  shared = malloc(2 * sizeof *shared);
  shared[0] = 1, shared[1] = 2;
  pthread_create(&one, 0, read, 0);
  pthread_join(one, 0);
  free(shared);
  return 0;
}
