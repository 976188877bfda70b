// verdict: TRUE
// reason: an external function stores an address, and the functions stay what they are
// externals: havoc
extern void reach_error(void);
struct operations {
  void (*first)(void);
};
void f(struct operations *);
static int n;
static void one(void) { n = 1; }
static void two(void) { n = 2; }
int main(void) {
  struct operations operations = {one};
  void (*other)(void) = two;
  f(&operations);
  other();
  if (n != 2) reach_error();
  return 0;
}
