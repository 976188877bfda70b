// verdict: TRUE
// reason: a list of structs that lie in the activations themselves
// why-wrong: a list of structs that lie in the activations themselves
extern void reach_error(void);
struct frame { int value; struct frame *caller; };
int sum(struct frame *top) { int s = 0; for (; top; top = top->caller) s += top->value; return s; }
int walk(int n, struct frame *caller) {
  struct frame here = { n, caller };
  if (n == 0) return sum(&here);
  int below = walk(n - 1, &here);
  here.value = 100;
  return below + (caller ? caller->value : 0);
}
int main(void) { if (walk(3, 0) != 6 + 3 + 2) reach_error(); return 0; } // wrong: int main(void) { if (walk(3, 0) != 6 + 3 + 1) reach_error(); return 0; }
