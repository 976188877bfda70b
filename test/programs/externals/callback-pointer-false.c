// verdict: FALSE
// reason: a callback gets the pointer that the external function was given
// externals: havoc
extern void reach_error(void);
void f(int *, void (*)(int *, int));
static int x, hits;
static void look(int *p, int v) {
  if (p == &x && v == 3) hits++;
}
int main(void) {
  f(&x, look);
  if (hits == 2) reach_error();
  return 0;
}
