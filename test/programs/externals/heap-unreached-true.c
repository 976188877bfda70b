// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *p);
int main(void) {
  int *v = malloc(8), *w = malloc(8);
  *v = 1;
  *w = 2;
  f(v);
  if (*w != 2) reach_error();
  return 0;
}
