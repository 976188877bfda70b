// verdict: TRUE
// reason: the thread goes on with its own value
// why-wrong: the thread goes on when main has ended
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
void pthread_exit(void *);
int x;
void *give(void *argument) {
  x = 1;
  x = 2;
  if (x != 2) reach_error(); // wrong: if (x == 2) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, give, 0);
  pthread_exit(0);
  return 0;
}
