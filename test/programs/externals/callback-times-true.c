// verdict: TRUE
// reason: whatever is called back how often, the last call leaves no more than 9
// externals: havoc
extern void reach_error(void);
void f(int (*p)(int, char));
static int sum;
static int add(int n, char c) {
  sum = n > 0 && n < 10 && c == 'x' ? n : 0;
  return sum;
}
int main(void) {
  f(add);
  if (sum > 9) reach_error();
  return 0;
}
