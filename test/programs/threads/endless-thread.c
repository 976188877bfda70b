// verdict: TRUE
// reason: other threads see only values that are written
// why-wrong: other threads run beside an endless loop
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
int x;
void *spin(void *argument) {
  x = 1;
  while (1) { }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, spin, 0);
  if (x > 1) reach_error(); // wrong: if (x == 1) reach_error();
  return 0;
}
