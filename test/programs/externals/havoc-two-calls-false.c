// verdict: FALSE
// reason: the variables of two activations change
// externals: havoc
extern void reach_error(void);
void f(int *);
static int ask(void) { int v = 0; f(&v); return v; }
int main(void) {
  int a = ask(), b = ask();
  if (a == 3 && b == 4) reach_error();
  return 0;
}
