// verdict: FALSE
// reason: the call in the other operand may come between two calls of one operand
// order: open
extern void reach_error(void);
static int trace;
static int note(int digit) { trace = trace * 10 + digit; return digit; }
int main(void) {
  int sum = note(1) + note(2) + note(3);
  if (sum != 6 || trace == 132) reach_error();
  return 0;
}
