// verdict: FALSE
// reason: the function that started the thread has ended with its variable
// checks: deref
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
static pthread_t start(int number) {
  struct order order = {number, 0};
  pthread_t one;
  pthread_create(&one, 0, work, &order);
  return one;
}
int main(void) {
  pthread_t one = start(4);
  pthread_join(one, 0);
  return 0;
}
