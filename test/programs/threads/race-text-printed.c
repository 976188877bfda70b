// verdict: TRUE
// reason: two threads read the text
// why-wrong: a thread writes a text that the other one prints
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int printf(const char *, ...);
char text[20] = "hello", first;
void *work(void *argument) {
  printf("%d: %s\n", 1, text);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  first = text[0]; // wrong: text[0] = 1;
  pthread_join(t, 0);
  return 0;
}
