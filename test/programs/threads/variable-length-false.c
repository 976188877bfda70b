// verdict: FALSE
// reason: the thread adds up all of it
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int out;
static int sum(int n, int a[n]) {
  int b[n], total = 0;
  for (int i = 0; i < n; i++) b[i] = a[i];
  for (int i = 0; i < n; i++) total += b[i];
  return total;
}
static int last(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
void *work(void *argument) {
  int k = *(int *)argument, v[k], w[2][k];
  for (int i = 0; i < k; i++) v[i] = i;
  w[1][k - 1] = 7;
  out = sum(k, v) + last(2, k, w) + (int)(sizeof(w) / sizeof(int));
  return 0;
}
int main(void) {
  int k = 3;
  pthread_t t;
  pthread_create(&t, 0, work, &k);
  pthread_join(t, 0);
  if (out == 3 + 7 + 6) reach_error();
  return 0;
}
