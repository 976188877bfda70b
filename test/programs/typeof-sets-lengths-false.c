// verdict: FALSE
// reason: typeof evaluates an expression whose type has a length of its own
void reach_error(void) {}
void *pointer;

int main(void) {
  int i = 0, first = -1, second = -1;
  (void)(typeof((int (*)[(first = ++i)])pointer))pointer;
  typeof(*(int (*)[(second = ++i)])pointer) *rows = pointer;
  if (first == 1 || second != 2 || i != 2 || sizeof *rows != 8) reach_error();
  return 0;
}
