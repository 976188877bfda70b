// verdict: TRUE
// reason: the copy ends before the byte
// why-wrong: the copy ends with the byte
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
char *strcpy(char *, const char *);
char text[20] = "hello", copy[20];
void *work(void *argument) {
  strcpy(copy, text);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  copy[6] = 1; // wrong: copy[5] = 1;
  pthread_join(t, 0);
  return 0;
}
