// verdict: FALSE
// reason: a loop whose condition is a constant zero runs once
void reach_error(void) {}

int main(void) {
  do {
  } while (0 * 1);
  for (int i = 0; 0;) i++;
  reach_error();
  return 0;
}
