// verdict: FALSE
// reason: what a thread fills is there once it is joined
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);
unsigned long strlen(const char *);
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void) {}
static char text[8];
static void *user(void *p) {
  memset(text, 'a', 3);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  pthread_join(t, 0);
  if (strlen(text) == 3) reach_error();
  return 0;
}
