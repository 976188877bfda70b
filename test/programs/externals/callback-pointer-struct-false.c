// verdict: FALSE
// data-model: ILP32
// reason: a callback gets a record with pointers to what the external function knows
// externals: havoc
extern void reach_error(void);
struct pair {
  int *p;
  int v;
  int *q[2];
};
void f(int *, int *, void (*)(struct pair));
static int x, y, hit;
static void look(struct pair pair) {
  if (pair.p == &y && pair.v == 9 && pair.q[1] == &x && pair.q[0] == 0) hit = 1;
}
int main(void) {
  f(&x, &y, look);
  if (hit) reach_error();
  return 0;
}
