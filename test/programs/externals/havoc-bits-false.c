// verdict: FALSE
// reason: bit-fields change
// externals: havoc
extern void reach_error(void);
struct s { unsigned a : 3; int b : 5; unsigned c; };
void f(struct s *);
int main(void) {
  struct s s = {1, 2, 3};
  f(&s);
  if (s.a == 5 && s.b == -7 && s.c == 99) reach_error();
  return 0;
}
