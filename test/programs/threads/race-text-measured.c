// verdict: TRUE
// reason: the byte stands behind the end of the text
// why-wrong: the byte is the end of the text
// checks: data-race
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
unsigned long strlen(const char *);
char text[20] = "hello";
void *work(void *argument) {
  unsigned long length = strlen(text);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  text[6] = 1; // wrong: text[5] = 1;
  pthread_join(t, 0);
  return 0;
}
