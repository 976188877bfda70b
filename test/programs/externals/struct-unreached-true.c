// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
struct s { int n; int *p; };
void f(struct s e);
int main(void) {
  int v = 1, w = 2;
  f((struct s){3, &v});
  if (w != 2) reach_error();
  return 0;
}
