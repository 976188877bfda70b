// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *);
int main(void) {
  int *p = malloc(8);
  p[0] = p[1] = 1;
  f(p);
  if (p[1] == 8 && p[0] == -9) reach_error();
  return 0;
}
