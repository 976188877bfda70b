// verdict: FALSE
// reason: GCC goes from left to right, and another order fails
// order: open
extern void reach_error(void);
static int n;
static int next(void) { return n++; }
int main(void) {
  int pair[2] = {next(), next()};
  if (pair[0] != 0) reach_error();
  return 0;
}
