// verdict: FALSE
// reason: the external function changes memory between two callbacks
// externals: havoc
extern void reach_error(void);
void f(int *x, void (*p)(void));
static int x, seen, calls;
static void look(void) {
  if (calls == 0 && x == 3) seen++;
  if (calls == 1 && x == 4) seen++;
  calls++;
}
int main(void) {
  f(&x, look);
  if (seen == 2) reach_error();
  return 0;
}
