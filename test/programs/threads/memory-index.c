// verdict: TRUE
// reason: the mutex keeps the test of the index and its use together
// why-wrong: the index may be one behind the end
// checks: deref, free, memtrack
typedef unsigned long pthread_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
static int table[4], next;
static pthread_mutex_t mutex;
static void *fill(void *none) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    if (next < 4) { table[next] = i; next++; } // wrong: if (next <= 4) { table[next] = i; next++; }
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, fill, 0);
  pthread_create(&two, 0, fill, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
