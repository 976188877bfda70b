// verdict: FALSE
// reason: the property holds in GCC's order of two calls that write one object, and fails in the other
// order: open
extern void reach_error(void);
static int trace;
static int note(int digit) { trace = trace * 10 + digit; return digit; }
static int sum(int a, int b) { return a + b; }
int main(void) {
  sum(note(1), note(2));
  if (trace != 21) reach_error();
  return 0;
}
