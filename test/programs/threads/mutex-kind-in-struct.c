// verdict: TRUE
// reason: a mutex that checks for errors reports the second lock
// why-wrong: a recursive mutex is taken twice
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
void reach_error(void) {}
struct state {
  int count;
  pthread_mutex_t lock;
};
struct state s = {0, {{.kind = 2}}}; // wrong: struct state s = {0, {{.kind = 1}}};
int main(void) {
  pthread_mutex_lock(&s.lock);
  int again = pthread_mutex_lock(&s.lock);
  if (again == 0) reach_error();
  return 0;
}
