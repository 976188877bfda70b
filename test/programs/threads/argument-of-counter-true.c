// verdict: TRUE
// reason: each turn of the loop waits for its thread
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
  for (int i = 0; i < 2; i++) {
    pthread_create(&t, 0, take, &i);
    pthread_join(t, 0);
  }
  if (sum > 1) reach_error();
  return 0;
}
