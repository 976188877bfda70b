// verdict: FALSE
// reason: globals are any where asked for
// entry: f, 8, any
extern void reach_error(void);
static int g = 3;
static struct { int n; char *p; } s;
void f(void) {
  if (g == 5 && s.n == 4 && s.p && *s.p == 'a') reach_error();
}
