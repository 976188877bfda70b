// verdict: FALSE
// reason: a constant is a double unless it says otherwise
void reach_error(void) {}

int main(void) {
  float f = 0.7f;
  if (f < 0.7) reach_error();
  return 0;
}
