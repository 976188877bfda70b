// verdict: TRUE
// reason: the byte before bit-fields is no part of them
// why-wrong: a byte of the structure belongs to the memory location of its bit-fields
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct { char first; int low : 9; int high : 9; } bits;
char *bytes = (char *)&bits;
void *work(void *argument) {
  bits.low = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  bytes[0] = 2; // wrong: bytes[3] = 2;
  pthread_join(t, 0);
  return 0;
}
