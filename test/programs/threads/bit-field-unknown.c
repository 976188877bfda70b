// verdict: UNKNOWN
// reason: a write of a bit-field writes its neighbour with an old value, which is not modelled
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
struct {
  unsigned a : 4;
  unsigned b : 4;
} both;
void *worker(void *arg) {
  both.a = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  both.b = 1;
  pthread_join(a, 0);
  if (both.a + both.b != 2) reach_error();
}
