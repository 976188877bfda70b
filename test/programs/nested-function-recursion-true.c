// verdict: TRUE
// reason: each activation of a recursive function has nested functions with its own variables
extern void reach_error(void);
static int sum(int n) {
  int here = n;
  static int calls;
  int total(int rest) {
    calls++;
    here += 10;
    return rest == 0 ? 0 : rest + total(rest - 1);
  }
  int below = n > 0 ? sum(n - 1) : 0;
  int mine = total(1);
  if (here != n + 20 || mine != 1) reach_error();
  return below + mine + (calls & 0);
}
int main(void) {
  if (sum(3) != 4) reach_error();
  return 0;
}
