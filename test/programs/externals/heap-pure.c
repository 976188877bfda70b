// verdict: TRUE
// reason: as before, where external functions change nothing
// externals: pure
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *p);
int main(void) {
  int *v = malloc(8), *w = malloc(8);
  *v = 1;
  *w = 2;
  f(v);
  if (*v != 1) reach_error();
  return 0;
}
