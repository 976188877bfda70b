// verdict: TRUE
// reason: each thread has its value, and the destructor runs where a thread ends
// why-wrong: the destructor has run for the thread that ended
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_key_create(pthread_key_t *, void (*)(void *));
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
void reach_error(void) {}
pthread_key_t key;
int dropped, one = 1, two = 2;
void drop(void *value) { dropped += *(int *)value; }
void *work(void *argument) {
  if (pthread_getspecific(key) != 0) reach_error();
  pthread_setspecific(key, argument);
  if (pthread_getspecific(key) != argument) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, drop);
  pthread_setspecific(key, &two);
  pthread_create(&t, 0, work, &one);
  pthread_join(t, 0);
  if (dropped != 1 || pthread_getspecific(key) != &two) reach_error(); // wrong: if (dropped == 1) reach_error();
  return 0;
}
