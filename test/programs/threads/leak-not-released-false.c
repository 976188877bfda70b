// verdict: FALSE
// reason: main releases one of two blocks
// checks: memcleanup
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void *malloc(unsigned long);
extern void free(void *);
static int *shared, *other, sum;
static void *read(void *none) {
  sum += shared[0] & other[0];
  return 0;
}
int main(void) {
  pthread_t one;
  shared = malloc(sizeof *shared), other = malloc(sizeof *other);
  shared[0] = 1, other[0] = 3;
  pthread_create(&one, 0, read, 0);
  pthread_join(one, 0);
  free(sum == 1 ? other : shared);
  return 0;
}
