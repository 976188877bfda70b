// verdict: TRUE
// reason: the block is released after the join
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *malloc(unsigned long);
void free(void *);
void *work(void *argument) {
  *(int *)argument = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int *block = malloc(sizeof(int));
  if (!block) return 0;
  pthread_create(&t, 0, work, block);
  pthread_join(t, 0);
  free(block);
  return 0;
}
