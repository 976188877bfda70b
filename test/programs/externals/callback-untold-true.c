// verdict: TRUE
// reason: nobody tells the external function of the function that reaches the error
// externals: havoc
extern void reach_error(void);
void f(void (*p)(void));
static int n;
static void fail(void) { reach_error(); }
static void count(void) { n = 1; }
static void (*table[2])(void) = {count, fail};
int main(void) {
  f(table[0]);
  if (n > 1) table[n]();
  return 0;
}
