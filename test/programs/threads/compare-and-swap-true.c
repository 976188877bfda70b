// verdict: TRUE
// reason: the swap fails if another thread came first
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int x;
void *add(void *argument) {
  int old = x;
  if (!__sync_bool_compare_and_swap(&x, old, old + 1)) __sync_fetch_and_add(&x, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
