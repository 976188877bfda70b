// verdict: TRUE
// reason: operations on _Atomic objects are atomic
// why-wrong: operations on plain objects are not
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void) {}
_Atomic int x; // wrong: int x;
void *add(void *argument) {
  x += 2;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x++;
  pthread_join(t, 0);
  if (x != 3) reach_error();
  return 0;
}
