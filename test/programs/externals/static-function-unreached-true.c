// verdict: TRUE
// reason: an external function does not change what it cannot reach
// externals: agree
extern void reach_error(void);
void f(void (*p)(void));
static int v = 1, w = 2;
static void set(void) { v = 3; }
int main(void) {
  f(set);
  if (w != 2) reach_error();
  return 0;
}
