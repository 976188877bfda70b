// verdict: TRUE
// reason: a matrix of two rows has its last element at the end of the second
// why-wrong: the thread stores the last element and the number of elements
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int out;
static int last(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
void *work(void *argument) {
  int k = 3, w[2][k];
  w[1][k - 1] = 7;
  out = last(2, k, w) + (int)(sizeof(w) / sizeof(int));
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  if (out != 7 + 6) reach_error(); // wrong: if (out == 7 + 6) reach_error();
  return 0;
}
