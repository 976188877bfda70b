// verdict: TRUE
// reason: a struct is one value
// entry: f
extern void reach_error(void);
struct s { char c; short n; };
static void f(struct s s) {
  struct s t = s;
  if (s.c != t.c || s.n != t.n) reach_error();
}
