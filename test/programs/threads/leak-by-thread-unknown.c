// verdict: UNKNOWN
// reason: a thread drops the pointer while others run
// checks: memtrack
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void *malloc(unsigned long);
extern void free(void *);
static int *shared;
static void *drop(void *none) { shared = 0; return 0; }
int main(void) {
  pthread_t one;
  shared = malloc(sizeof *shared);
  pthread_create(&one, 0, drop, 0);
  pthread_join(one, 0);
  return 0;
}
