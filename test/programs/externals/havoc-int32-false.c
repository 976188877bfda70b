// verdict: FALSE
// reason: an address in a 32-bit integer leads to its object
// externals: havoc
// data-model: ILP32
extern void reach_error(void);
void f(int);
int main(void) {
  int v = 1;
  int a = (int)&v;
  f(a);
  if (v != 1) reach_error();
  return 0;
}
