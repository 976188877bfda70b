// verdict: FALSE
// reason: a constant of the condition hides the outer one in the parts of the statement only
void reach_error(void) {}

int main(void) {
  enum { value = 1 };
  int inner = 0;
  if (sizeof(enum { value = 2 })) inner = value;
  if (inner == 2 && value == 1) reach_error();
  return 0;
}
