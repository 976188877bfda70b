// verdict: TRUE
// reason: the result leads to the answer
// why-wrong: the result is null
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
static int answer;
void *give(void *argument) {
  answer = 42;
  return &answer; // wrong: return 0;
}
int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, give, 0);
  pthread_join(t, &result);
  if (result == 0 || *(int *)result != 42) reach_error();
  return 0;
}
