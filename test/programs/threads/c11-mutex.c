// verdict: TRUE
// reason: a mutex of C11 protects the counter
// why-wrong: one thread does not take the mutex
typedef unsigned long thrd_t;
typedef union { char size[40]; long align; } mtx_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
void thrd_yield(void);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_unlock(mtx_t *);
void reach_error(void) {}
mtx_t m;
int x;
int run(void *argument) {
  mtx_lock(&m); // wrong:
  x++;
  mtx_unlock(&m); // wrong:
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, 0);
  thrd_create(&t, run, 0);
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  thrd_yield();
  thrd_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
