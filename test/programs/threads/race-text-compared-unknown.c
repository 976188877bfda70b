// verdict: UNKNOWN
// reason: C does not say whether a comparison reads on behind the first difference
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int strcmp(const char *, const char *);
char text[8] = "hello";
void *work(void *argument) {
  strcmp(text, "jello");
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  text[2] = 1;
  pthread_join(t, 0);
  return 0;
}
