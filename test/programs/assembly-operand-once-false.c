// verdict: FALSE
// reason: an operand of assembly that is read and written is evaluated
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
  if (calls != 0) reach_error();
  return 0;
}
