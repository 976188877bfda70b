// verdict: TRUE
// reason: a recursive mutex may be locked twice
// why-wrong: a plain mutex is locked twice by its holder
// checks: deadlock
typedef unsigned long thrd_t;
typedef union { char size[40]; long align; } mtx_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_unlock(mtx_t *);
mtx_t m;
int x;
int run(void *argument) {
  mtx_lock(&m);
  mtx_lock(&m);
  x = 1;
  mtx_unlock(&m);
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, 1); // wrong: mtx_init(&m, 0);
  thrd_create(&t, run, 0);
  thrd_join(t, 0);
  return 0;
}
