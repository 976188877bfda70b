// verdict: TRUE
// reason: each turn joins or detaches a thread of its own
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
void reach_error(void) {}
void *work(void *argument) { return argument; }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) {
    int result = __VERIFIER_nondet_int() ? pthread_join(t[i], 0) : pthread_detach(t[i]);
    if (result != 0) reach_error();
  }
  return 0;
}
