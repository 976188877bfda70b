// verdict: TRUE
// reason: pointers in a struct that an external function returns change nothing that nobody told it of
// property: unreach-call
// externals: havoc
extern void reach_error(void);
struct view { int *place; int length; };
struct view get(int *);
int main(void) {
  int x = 4, y = 5, *q = &y;
  struct view v = get(&x);
  if (v.place) *v.place = 7;
  if (*q != 5) reach_error();
  return 0;
}
