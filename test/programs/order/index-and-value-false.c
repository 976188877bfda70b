// verdict: FALSE
// reason: GCC reads the index before the call on the right side, and another order does not
// order: open
extern void reach_error(void);
static int g;
static int set(int value) { g = value; return value; }
int main(void) {
  int a[2] = {0, 0};
  a[g] = set(1);
  if (a[0] != 1) reach_error();
  return 0;
}
