// verdict: TRUE
// reason: a struct is one value
// why-wrong: members of a struct are any
// entry: f
extern void reach_error(void);
struct s { char c; short n; };
static void f(struct s s) {
  struct s t = s; // wrong: if (s.c == 'x' && s.n == -5) reach_error();
  if (s.c != t.c || s.n != t.n) reach_error(); // wrong:
}
