// verdict: TRUE
// reason: a thread gives the address of a local variable to a function
// checks: deref
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern void abort(void);
static int x;
static void get(int *v) { *v = 1; }
static void *count(void *none) {
  while (x < 1) {
    int v = 0;
    get(&v);
    x = v;
  }
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, count, 0);
  pthread_join(one, 0);
  if (x != 1) abort();
  return 0;
}
