// verdict: TRUE
// reason: the arm that reads is not evaluated
// why-wrong: the arm that reads is evaluated
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int x, y, sure;
void *add(void *argument) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  y = sure ? x : y; // wrong: y = sure ? y : x;
  pthread_join(t, 0);
  return 0;
}
