// verdict: TRUE
// reason: an attempt at a held mutex does not succeed
// why-wrong: an attempt at a held mutex gives thrd_busy
typedef unsigned long thrd_t;
typedef union { char size[40]; long align; } mtx_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_trylock(mtx_t *);
void reach_error(void) {}
mtx_t m;
int run(void *argument) {
  mtx_lock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, 0);
  thrd_create(&t, run, 0);
  thrd_join(t, 0);
  if (mtx_trylock(&m) == 0) reach_error(); // wrong: if (mtx_trylock(&m) == 1) reach_error();
  return 0;
}
