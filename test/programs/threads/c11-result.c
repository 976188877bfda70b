// verdict: TRUE
// reason: the result of a thread of C11 is a number
// why-wrong: thrd_exit gives the result, too
typedef unsigned long thrd_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
// wrong: _Noreturn void thrd_exit(int);
void reach_error(void) {}
int run(void *argument) {
  return -7; // wrong: thrd_exit(-7);
}
int main(void) {
  thrd_t t;
  int result = 0;
  thrd_create(&t, run, 0);
  thrd_join(t, &result);
  if (result != -7) reach_error(); // wrong: if (result == -7) reach_error();
  return 0;
}
