// verdict: FALSE
// reason: all bit-fields between two other members are one memory location
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct { char first; int low : 20; int : 12; int high : 30; char last; } bits;
void *work(void *argument) {
  bits.low = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  bits.high = 2;
  pthread_join(t, 0);
  return 0;
}
