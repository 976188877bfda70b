// verdict: FALSE
// reason: an external function stores the address of a function that it was told of
// externals: havoc
extern void reach_error(void);
struct operations {
  void (*first)(void);
  void (*second)(void);
};
void f(struct operations *);
static int n;
static void one(void) { n = 1; }
static void two(void) {
  if (n == 1) reach_error();
}
int main(void) {
  struct operations operations = {one, two};
  f(&operations);
  n = 0;
  if (operations.first != two || operations.second != one) return 0;
  operations.second();
  operations.first();
  return 0;
}
