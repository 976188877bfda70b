// verdict: TRUE
// reason: the loop waits until the condition holds
// why-wrong: a thread may wake up without a signal
typedef unsigned long thrd_t;
typedef union { char size[40]; long align; } mtx_t;
typedef union { char size[48]; long align; } cnd_t;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_lock(mtx_t *);
int mtx_unlock(mtx_t *);
int cnd_init(cnd_t *);
int cnd_wait(cnd_t *, mtx_t *);
int cnd_signal(cnd_t *);
void reach_error(void) {}
mtx_t m;
cnd_t c;
int ready;
int run(void *argument) {
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, 0);
  cnd_init(&c);
  thrd_create(&t, run, 0);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m); // wrong: if (!ready) cnd_wait(&c, &m);
  if (!ready) reach_error();
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
