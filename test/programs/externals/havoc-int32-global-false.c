// verdict: FALSE
// reason: so does one in a global
// externals: havoc
// data-model: ILP32
extern void reach_error(void);
unsigned where;
void f(void);
int main(void) {
  int v = 1;
  where = (unsigned)&v;
  f();
  if (v == 9) reach_error();
  return 0;
}
