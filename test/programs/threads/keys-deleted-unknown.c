// verdict: UNKNOWN
// reason: the use of a deleted key is undefined
typedef unsigned pthread_key_t;
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
void reach_error(void) {}
pthread_key_t key;
int value;
void drop(void *own) { reach_error(); }
int main(void) {
  pthread_key_create(&key, drop);
  pthread_setspecific(key, &value);
  pthread_key_delete(key);
  if (pthread_getspecific(key) != 0) reach_error();
  return 0;
}
