// verdict: TRUE
// reason: the function runs once, whoever comes first
// why-wrong: a plain call runs besides
typedef unsigned long thrd_t;
typedef struct { int data; } once_flag;
int thrd_create(thrd_t *, int (*)(void *), void *);
int thrd_join(thrd_t, int *);
void call_once(once_flag *, void (*)(void));
void reach_error(void) {}
once_flag flag;
int x;
void start(void) {
  x++;
}
int run(void *argument) {
  call_once(&flag, start);
  return 0;
}
int main(void) {
  thrd_t t;
  thrd_create(&t, run, 0);
  call_once(&flag, start); // wrong: start();
  thrd_join(t, 0);
  if (x != 1) reach_error();
  return 0;
}
