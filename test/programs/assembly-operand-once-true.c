// verdict: TRUE
// reason: operands of assembly are evaluated once, outputs before inputs
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int calls;
static int object;
static int *chosen(void) {
  ++calls;
  return &object;
}

int main(void) {
  int values[3] = {1, 2, 3};
  int *next = values;
  int x = __VERIFIER_nondet_int();
  __asm__("" : "+r"(*chosen()));
  if (calls != 1) reach_error();
  __asm__ volatile("" : "+m"(*next++));
  if (next != values + 1) reach_error();
  __asm__("" : "=r"(*next++) : "0"(x + (int)(next - values)));
  if (next != values + 2 || values[1] != x + 2 || values[2] != 3) reach_error();
  __asm__("movl %1, %0" : "=r"(*chosen()) : "r"(calls));
  if (calls != 2) reach_error();
  return 0;
}
