// verdict: TRUE
// reason: the copy ends before the byte
// why-wrong: the copy writes the byte, too
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memcpy(void *, const void *, unsigned long);
char to[64], from[64];
void *work(void *argument) {
  memcpy(to, from, 63);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  to[63] = 1; // wrong: to[62] = 1;
  pthread_join(t, 0);
  return 0;
}
