// verdict: TRUE
// reason: a constant member does not change
// why-wrong: a member beside a constant one does
// externals: havoc
extern void reach_error(void);
struct s { const int c; int x; };
void f(struct s *);
int main(void) {
  struct s s = {1, 2};
  f(&s);
  if (s.c != 1) reach_error(); // wrong: if (s.x != 2) reach_error();
  return 0;
}
