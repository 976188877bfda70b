// verdict: TRUE
// reason: each byte is an object of its own
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
char c[2];
void *add(void *argument) {
  c[0] = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  c[1] = 1;
  pthread_join(t, 0);
  return 0;
}
