// verdict: TRUE
// reason: both destructors run, in some order
// why-wrong: the order of destructors is open
typedef unsigned long thrd_t;
typedef unsigned tss_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
_Noreturn void thrd_exit(int);
int tss_create(tss_t *, void (*)(void *));
int tss_set(tss_t, void *);
void reach_error(void) {}
tss_t first, second;
int order;
void one(void *value) { order = order * 10 + 1; }
void two(void *value) { order = order * 10 + 2; }
int work(void *argument) {
  tss_set(first, &order);
  tss_set(second, &order);
  thrd_exit(0);
}
int main(void) {
  thrd_t t;
  tss_create(&first, one);
  tss_create(&second, two);
  thrd_create(&t, work, 0);
  thrd_join(t, 0);
  if (order != 12 && order != 21) reach_error(); // wrong: if (order != 12) reach_error();
  return 0;
}
