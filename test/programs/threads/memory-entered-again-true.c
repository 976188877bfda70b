// verdict: TRUE
// reason: variables begin again with each call, also behind a jump over their declaration
// checks: deref
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern void abort(void);
static void add(int *p) { (*p)++; }
static int number(int k) {
  if (k) goto inside;
  int v;
  v = 1;
inside:
  v = 2;
  add(&v);
  int *made = (int[]){4, 5};
  add(made);
  switch (k) {
    int w;
    case 0:
    case 1:
      w = 2;
      add(&w);
      v += w;
  }
  return v + *made;
}
static void *twice(void *none) {
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += number(i);
  if (sum != 22) abort();
  pthread_exit(0);
  return 0;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, twice, 0);
  pthread_join(one, 0);
  return 0;
}
