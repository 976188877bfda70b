// verdict: TRUE
// reason: a destructor runs again for a value that it set, and no more
// why-wrong: a destructor runs again for a value that it set
typedef unsigned pthread_key_t;
void pthread_exit(void *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void reach_error(void) {}
pthread_key_t key;
int calls;
void again(void *value) {
  calls++;
  if (calls > 3) reach_error(); // wrong: if (calls == 3) reach_error();
  if (calls < 3) pthread_setspecific(key, value);
}
int main(void) {
  pthread_key_create(&key, again);
  pthread_setspecific(key, &calls);
  pthread_exit(0);
}
