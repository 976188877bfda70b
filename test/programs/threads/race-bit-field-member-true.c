// verdict: TRUE
// reason: a member that is no bit-field separates memory locations
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct { char first; int low : 4; char middle; int high : 4; char last; } bits;
void *work(void *argument) {
  bits.low = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  bits.first = 3; bits.middle = 4; bits.high = 2; bits.last = 5;
  pthread_join(t, 0);
  return 0;
}
