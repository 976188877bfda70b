// verdict: TRUE
// reason: the function runs once, whichever thread comes first
// why-wrong: two controls let two threads run the function
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int pthread_once(int *, void (*)(void));
int once, x; // wrong: int once, twice, x;
void first(void) { x++; }
void *worker(void *arg) {
  pthread_once(&once, first); // wrong: pthread_once(&twice, first);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_once(&once, first);
  pthread_join(a, 0);
  if (x != 1) reach_error();
}
