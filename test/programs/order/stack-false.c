// verdict: FALSE
// reason: the difference of two values of a stack depends on which call comes first
// order: open
extern void reach_error(void);
static int stack[4], top;
static void push(int value) { stack[top++] = value; }
static int pop(void) { return stack[--top]; }
int main(void) {
  push(5); push(3);
  push(pop() - pop());
  if (pop() != -2) reach_error();
  return 0;
}
