// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *);
void g(void);
int main(void) {
  int *p = malloc(4);
  f(p);
  *p = 1;
  g();
  if (*p == 7) reach_error();
  return 0;
}
