// verdict: TRUE
// reason: only one thread swaps the lock at a time
// why-wrong: both threads may read the lock before one takes it
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void reach_error(void) {}
int lock, inside;
void *enter(void *argument) {
  if (__sync_bool_compare_and_swap(&lock, 0, 1)) { // wrong: if (lock == 0 && (lock = 1)) {
    if (inside) reach_error();
    inside = 1;
    inside = 0;
    lock = 0;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, enter, 0);
  enter(0);
  return 0;
}
