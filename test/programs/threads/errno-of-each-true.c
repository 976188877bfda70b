// verdict: TRUE
// reason: each thread has an errno of its own
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
static void *other(void *unused) {
  *__errno_location() = 4;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  *__errno_location() = 7;
  pthread_join(thread, 0);
  if (*__errno_location() != 7) reach_error();
  return 0;
}
