// verdict: FALSE
// reason: the error is reached although external functions change nothing
// externals: agree
extern void reach_error(void);
struct s { int n; int *p; };
void f(struct s e);
int main(void) {
  int v = 1, w = 2;
  f((struct s){3, &v});
  if (v == 1) reach_error();
  return 0;
}
