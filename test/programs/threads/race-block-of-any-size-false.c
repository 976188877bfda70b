// verdict: FALSE
// reason: the last element is among those that the thread fills
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *malloc(unsigned long), *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void);
int *numbers, count;
void *work(void *argument) {
  memset(numbers, 0, count * sizeof(int));
  return 0;
}
int main(void) {
  pthread_t t;
  count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000) return 0;
  numbers = malloc(count * sizeof(int));
  pthread_create(&t, 0, work, 0);
  numbers[count - 1] = 3;
  pthread_join(t, 0);
  return 0;
}
