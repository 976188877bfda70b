// verdict: FALSE
// reason: an external function calls back several times, with arguments
// externals: havoc
extern void reach_error(void);
void f(int (*p)(int, char));
static int calls, sum;
static int add(int n, char c) {
  calls++;
  if (n > 0 && n < 10 && c == 'x') sum += n;
  return sum;
}
int main(void) {
  f(add);
  if (calls == 3 && sum == 25) reach_error();
  return 0;
}
