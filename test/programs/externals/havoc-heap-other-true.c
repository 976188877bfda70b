// verdict: TRUE
// reason: a block that nobody was told of does not change
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *);
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  *p = *q = 1;
  f(p);
  if (*q != 1) reach_error();
  return 0;
}
