// verdict: FALSE
// reason: the variables of main end with its thread
// checks: deref
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern void abort(void);
static int out;
static void *work(void *given) {
  out = *(int *)given;
  return 0;
}
int main(void) {
  int number = 4;
  pthread_t one;
  pthread_create(&one, 0, work, &number);
  pthread_exit(0);
}
