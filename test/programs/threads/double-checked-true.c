// verdict: TRUE
// reason: the flag is set behind the value
typedef unsigned long pthread_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
int made, value;
void make(void) {
  if (!made) {
    pthread_mutex_lock(&m);
    if (!made) {
      value = 7;
      made = 1;
    }
    pthread_mutex_unlock(&m);
  }
}
void *use(void *argument) {
  make();
  if (value != 7) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
  return 0;
}
