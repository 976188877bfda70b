// verdict: TRUE
// reason: a nested function reads and writes the variables of the functions around it, in each of their activations
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int reach(int depth, int given) {
  int own = given, list[3] = {0, 0, 0};
  struct { int a; int b; } pair = {1, 2};
  auto int later(int);
  int add(int by) {
    int twice(void) {
      own += by;
      return later(by) + by;
    }
    pair.b += 1;
    list[1] = twice();
    return own;
  }
  int later(int n) { return n > 0 ? later(n - 1) : pair.a; }
  if (depth > 0) reach(depth - 1, given + 1);
  int got = add(2);
  if (own != given + 2 || got != own || pair.b != 3 || list[1] != 3 || list[0] != 0) reach_error();
  return own;
}
int main(void) {
  int x = __VERIFIER_nondet_int() & 15;
  if (reach(2, x) != x + 2) reach_error();
  return 0;
}
