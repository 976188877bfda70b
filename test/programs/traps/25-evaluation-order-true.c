// verdict: TRUE
// reason: operands and arguments are evaluated from left to right: the rule here, which C leaves open
void reach_error(void) {}

int trace;
int note(int digit) {
  trace = trace * 10 + digit;
  return digit;
}
int both(int a, int b) { return a * 10 + b; }
int main(void) {
  int a[3] = { 0 };
  note(1) + note(2) * note(3);
  if (trace != 123) reach_error();
  trace = 0;
  if (both(note(4), note(5)) != 45 || trace != 45) reach_error();
  return 0;
}
