// verdict: TRUE
// reason: a wait with a limit succeeds or is late
// why-wrong: a wait may be late
typedef unsigned long thrd_t;
typedef union { struct { int lock; unsigned count; int owner; unsigned users; int kind; } data; char size[40]; long align; } mtx_t;
typedef union { char size[48]; long long align; } cnd_t;
struct timespec { long tv_sec; long tv_nsec; };
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
int mtx_init(mtx_t *, int);
int mtx_timedlock(mtx_t *, const struct timespec *);
int mtx_unlock(mtx_t *);
int cnd_timedwait(cnd_t *, mtx_t *, const struct timespec *);
int cnd_signal(cnd_t *);
int cnd_init(cnd_t *);
void reach_error(void) {}
mtx_t m;
cnd_t c;
int work(void *argument) {
  struct timespec limit = {1, 0};
  if (mtx_timedlock(&m, &limit) != 0) return 4;
  int result = cnd_timedwait(&c, &m, &limit);
  mtx_unlock(&m);
  return result;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&m, 2);
  cnd_init(&c);
  thrd_create(&t, work, 0);
  cnd_signal(&c);
  thrd_join(t, &result);
  if (result != 0 && result != 4) reach_error(); // wrong: if (result == 4) reach_error();
  return 0;
}
