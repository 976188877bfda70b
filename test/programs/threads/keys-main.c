// verdict: TRUE
// reason: no destructor runs where main returns
// why-wrong: the destructor runs where main ends as a thread
typedef unsigned pthread_key_t;
// wrong: void pthread_exit(void *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void reach_error(void) {}
pthread_key_t key;
int dropped;
void drop(void *value) { reach_error(); }
int main(void) {
  int own;
  pthread_key_create(&key, drop);
  pthread_setspecific(key, &own);
  return 0; // wrong: pthread_exit(0);
}
