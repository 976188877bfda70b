// verdict: FALSE
// reason: another thread may increase the index between its test and its use
// checks: deref
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
static int table[4], next;
static void *fill(void *none) {
  if (next < 4) { next++; table[next - 1] = 7; }
  return 0;
}
int main(void) {
  pthread_t one, two;
  next = 3;
  pthread_create(&one, 0, fill, 0);
  pthread_create(&two, 0, fill, 0);
  return 0;
}
