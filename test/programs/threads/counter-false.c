// verdict: FALSE
// reason: two reads may come before both writes
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int x;
void *add(void *argument) {
  x = x + 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x = x + 1;
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
