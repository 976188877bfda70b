// verdict: TRUE
// reason: a thread works on a local variable of main, which waits for it
// checks: deref, division
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern void abort(void);
struct order {
  int number, result;
};
static void *work(void *given) {
  struct order *order = given;
  order->result = order->number + 1;
  return 0;
}
int main(void) {
  struct order order = {4, 0};
  pthread_t one;
  pthread_create(&one, 0, work, &order);
  pthread_join(one, 0);
  return order.result != 5 ? order.number / 0 : 0;
}
