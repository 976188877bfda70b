// verdict: FALSE
// reason: the variable ends between two steps of the other thread
// checks: deref
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern void abort(void);
static int *shared;
static int seen, done;
static void look(void) {
  int own = 1;
  shared = &own;
}
static void *lend(void *none) {
  look();
  done = 1;
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, lend, 0);
  int *kept = shared;
  if (kept && !done) seen = *kept;
  pthread_join(one, 0);
  return 0;
}
