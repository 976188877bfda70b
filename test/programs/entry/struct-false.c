// verdict: FALSE
// reason: members of a struct are any
// entry: f
extern void reach_error(void);
struct s { char c; short n; };
static void f(struct s s) {
  if (s.c == 'x' && s.n == -5) reach_error();
}
