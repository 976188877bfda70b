// verdict: TRUE
// reason: sums and products do not depend on the order in which a stack gives their operands
// order: open
extern void reach_error(void);
static int stack[4], top;
static void push(int value) { stack[top++] = value; }
static int pop(void) { return stack[--top]; }
int main(void) {
  push(5); push(3); push(2);
  push(pop() + pop());
  push(pop() * pop());
  if (pop() != 25 || top != 0) reach_error();
  return 0;
}
