// verdict: TRUE
// reason: reads of neighbouring bit-fields do not conflict
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct { int low : 4; int high : 4; } bits;
int x, y;
void *work(void *argument) {
  x = bits.low;
  return 0;
}
int main(void) {
  pthread_t t;
  bits.low = 1;
  pthread_create(&t, 0, work, 0);
  y = bits.high;
  pthread_join(t, 0);
  return 0;
}
