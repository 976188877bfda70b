// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
// data-model: ILP32
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *);
int main(void) {
  long *p = malloc(12);
  p[2] = 1;
  f((int *)p);
  if (p[2] == 77) reach_error();
  return 0;
}
