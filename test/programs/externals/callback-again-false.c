// verdict: FALSE
// reason: a function that is called back calls the external function again
// externals: havoc
extern void reach_error(void);
void f(void (*p)(void));
static int depth, most;
static void again(void) {
  if (depth == 2) most = 1;
  if (depth >= 2) return;
  depth++;
  f(again);
  depth--;
}
int main(void) {
  f(again);
  if (most) reach_error();
  return 0;
}
