// verdict: FALSE
// reason: a negative int becomes large when the other operand is unsigned
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned one = 1;
  int minus = -2;
  if (minus + one > 0) reach_error();
  return 0;
}
