// verdict: TRUE
// reason: the value of an assignment is not read again
// why-wrong: a read behind the assignment may find another value
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int x;
void *add(void *argument) {
  x = 5;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  int y = (x = 1); // wrong: int y = (x = 1, x);
  if (y != 1) reach_error();
  pthread_join(t, 0);
  return 0;
}
