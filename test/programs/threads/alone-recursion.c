// verdict: TRUE
// reason: a function of one thread that takes a lock may call itself
// why-wrong: each call takes the lock and counts
typedef struct { int state, more[9]; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void reach_error(void);
pthread_mutex_t m;
int count;
void down(int n) {
  if (n == 0) return;
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  down(n - 1);
}
int main(void) {
  down(3);
  if (count != 3) reach_error(); // wrong: if (count == 3) reach_error();
  return 0;
}
