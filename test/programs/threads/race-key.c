// verdict: TRUE
// reason: the key is read after the join
// why-wrong: a thread makes the key while main reads it
// checks: data-race
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_key_create(pthread_key_t *, void (*)(void *));
pthread_key_t key;
void *work(void *argument) {
  pthread_key_create(&key, 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  // wrong: pthread_key_t known = key;
  pthread_join(t, 0);
  pthread_key_t known = key; // wrong:
  return 0;
}
