// verdict: FALSE
// reason: the result is stored when the callbacks are over
// externals: havoc
extern void reach_error(void);
int f(void (*p)(void));
static int n, result;
static void set(void) {
  n++;
  result = 1000;
}
int main(void) {
  result = f(set);
  if (n == 1 && result == 5) reach_error();
  return 0;
}
