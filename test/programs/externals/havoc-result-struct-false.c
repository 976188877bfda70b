// verdict: FALSE
// reason: pointers in a struct that an external function returns lead to what it knows or brings along
// externals: havoc
extern void reach_error(void);
struct view { const char *text; int *place; int length; };
struct view get(int *);
int main(void) {
  int x = 4;
  struct view v = get(&x);
  if (v.length == 2 && v.place == &x && v.text && v.text[0] == 'a' && x == 4) reach_error();
  return 0;
}
