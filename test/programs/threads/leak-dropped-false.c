// verdict: FALSE
// reason: main drops the only pointer after the thread has ended
// checks: memtrack
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void *malloc(unsigned long);
extern void free(void *);
static int *shared, sum;
static void *read(void *none) {
  sum += shared[0] & 1;
  return 0;
}
int main(void) {
  pthread_t one;
  shared = malloc(sizeof *shared);
  shared[0] = 1;
  pthread_create(&one, 0, read, 0);
  pthread_join(one, 0);
  shared = 0;
  return 0;
}
