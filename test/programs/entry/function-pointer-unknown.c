// verdict: UNKNOWN
// reason: what a function pointer among the arguments leads to is not known
// entry: f
extern void reach_error(void);
static int v;
void f(void (*g)(void)) {
  if (g) g();
  if (v) reach_error();
}
