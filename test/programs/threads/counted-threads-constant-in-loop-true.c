// verdict: TRUE
// reason: a variable that keeps its value in a loop does not say how often the loop starts a thread
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
void reach_error(void) {}
int sum;

void *add(void *argument) {
  sum++;
  return 0;
}

int main(void) {
  pthread_t thread;
  int many = 3;
  for (int i = 0; i < 2; i++) {
    if (many > 2) pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
  }
  if (sum != 2) reach_error();
  return 0;
}
