// verdict: FALSE
// reason: records in an array change
// externals: havoc
extern void reach_error(void);
struct s { int x; char c; } a[3];
void f(void);
int main(void) {
  f();
  if (a[1].x == 4 && a[2].c == 5) reach_error();
  return 0;
}
