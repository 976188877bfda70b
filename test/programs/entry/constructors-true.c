// verdict: TRUE
// reason: constructors run before the function that the program begins at, by their priorities, and once
// entry: f
extern void reach_error(void);
static int order, second;
__attribute__((constructor(200))) static void later(void) { second = ++order; }
__attribute__((constructor(101))) static void sooner(void) { order = order * 10 + 5; }
int main(void) { return 0; }
int f(int deep) {
  if (second != 6 || order != 6) reach_error();
  return deep ? main() : 0;
}
