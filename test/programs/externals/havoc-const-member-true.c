// verdict: TRUE
// reason: a constant member does not change
// externals: havoc
extern void reach_error(void);
struct s { const int c; int x; };
void f(struct s *);
int main(void) {
  struct s s = {1, 2};
  f(&s);
  if (s.c != 1) reach_error();
  return 0;
}
