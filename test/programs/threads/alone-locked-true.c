// verdict: TRUE
// reason: the only thread waits for itself
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
void reach_error(void) {}
pthread_mutex_t m;
int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  reach_error();
  return 0;
}
