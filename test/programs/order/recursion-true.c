// verdict: TRUE
// reason: two calls of a recursive function count in one object
// order: open
extern void reach_error(void);
static int calls;
static int fib(int n) { calls++; return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  if (fib(4) != 3 || calls != 9) reach_error();
  return 0;
}
