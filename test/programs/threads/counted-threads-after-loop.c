// verdict: TRUE
// reason: a loop before the loop that starts the threads does not say how many there are
// why-wrong: all threads run that a loop starts behind another loop
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void reach_error(void) {}
int ready[2], sum;

void *add(void *argument) {
  __VERIFIER_atomic_begin();
  sum++;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) ready[i] = 1;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  if (sum != 2) reach_error(); // wrong: if (sum == 2) reach_error();
  return 0;
}
