// verdict: TRUE
// reason: two threads read the bytes
// why-wrong: a thread writes a byte that the copy reads
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memmove(void *, const void *, unsigned long);
char to[64], from[64], one;
void *work(void *argument) {
  memmove(to, from, 64);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  one = from[40]; // wrong: from[40] = one;
  pthread_join(t, 0);
  return 0;
}
