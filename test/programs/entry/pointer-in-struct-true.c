// verdict: TRUE
// reason: pointers in objects lead to objects of their own
// entry: f
extern void reach_error(void);
struct s { int n; int *p; };
void f(struct s *s) {
  if (!s || !s->p) return;
  s->n = 1;
  *s->p = 2;
  if (s->n != 1) reach_error();
}
