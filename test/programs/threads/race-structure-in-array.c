// verdict: TRUE
// reason: the thread writes another element
// why-wrong: the thread writes the same element
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
struct row {
  int key, values[4];
} rows[3], fresh;
int place = 2;
void *work(void *argument) {
  rows[place] = fresh;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  rows[1].key = 1; // wrong: rows[2].key = 1;
  pthread_join(t, 0);
  return 0;
}
