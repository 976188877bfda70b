// verdict: TRUE
// reason: the thread runs one of two functions
// why-wrong: the thread runs the second function, too
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int x;
void *one(void *argument) {
  x = 1;
  return 0;
}
void *two(void *argument) {
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  void *(*start)(void *) = __VERIFIER_nondet_int() ? one : two;
  pthread_create(&t, 0, start, 0);
  pthread_join(t, 0);
  if (x != 1 && x != 2) reach_error(); // wrong: if (x != 1) reach_error();
  return 0;
}
