// verdict: FALSE
// reason: an external function returns a struct of values, by any reading
// externals: pure
extern void reach_error(void);
struct pair { int x; short y[2]; double d; };
struct pair get(int);
int main(void) {
  struct pair p = get(1);
  struct pair q = get(2);
  if (p.x == 5 && p.y[1] == -3 && q.d == 2.5 && q.x == p.x + 1) reach_error();
  return 0;
}
