// verdict: TRUE
// reason: what is called back holds for any arguments
// externals: agree
extern void reach_error(void);
void f(int (*p)(int, char));
static int calls;
static int twice(int n, char c) {
  if (n + n != 2 * n || c > 127) reach_error();
  return calls++;
}
int main(void) {
  f(twice);
  return 0;
}
