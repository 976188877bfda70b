// verdict: FALSE
// reason: pointers in objects lead to null or to objects
// entry: f
extern void reach_error(void);
struct s { int n; int *p; };
void f(struct s *s) {
  if (s && s->p && *s->p == s->n + 1) reach_error();
}
