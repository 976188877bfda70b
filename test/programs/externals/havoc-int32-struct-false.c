// verdict: FALSE
// reason: so does one in a struct
// externals: havoc
// data-model: ILP32
extern void reach_error(void);
struct s { int a; };
void f(struct s);
int main(void) {
  int v = 1;
  struct s s = {(int)&v};
  f(s);
  if (v != 1) reach_error();
  return 0;
}
