// verdict: FALSE
// reason: the thread may read the counter of the next turn
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int sum;
void *take(void *argument) {
  sum = *(int *)argument;
  return 0;
}
int main(void) {
  pthread_t t;
  int i;
  for (i = 0; i < 2; i++) {
    pthread_create(&t, 0, take, &i);
  }
  pthread_join(t, 0);
  if (sum > 1) reach_error();
  return 0;
}
