// verdict: TRUE
// checks: deref
// reason: arrays in returned structures live up to the end of their statement, turn by turn
struct triple { int all[3]; };
static struct triple made(int first) { return (struct triple){ { first, 2, 3 } }; }
static int sum(const int *p) { return p[0] + p[1] + p[2]; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) total += sum(made(i).all) + ({ int x = 1; x = x + 1; x; }) + made(i).all[i];
  if (sum(made(4).all) > 3) total++;
  return sum(total > 5 ? made(1).all : made(2).all);
}
