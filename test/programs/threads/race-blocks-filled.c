// verdict: TRUE
// reason: the ranges are next to each other
// why-wrong: the ranges have a byte in common
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memset(void *, int, unsigned long);
char bytes[64];
void *work(void *argument) {
  memset(bytes, 1, 32);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  memset(bytes + 32, 2, 4); // wrong: memset(bytes + 31, 2, 4);
  pthread_join(t, 0);
  return 0;
}
