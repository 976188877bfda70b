// verdict: TRUE
// reason: a callback gets no pointer to an object that nobody was told of
// property: unreach-call
// externals: havoc
extern void reach_error(void);
void f(int *, void (*)(int *));
static int x, y = 1;
static int *own = &y;
static void look(int *p) {
  if (p != 0) *p = 5;
}
int main(void) {
  f(&x, look);
  if (*own != 1) reach_error();
  return 0;
}
