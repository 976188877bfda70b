// verdict: TRUE
// reason: nothing behind a loop without end is reached
void reach_error(void) {}

int main(void) {
  int i = 0;
  for (;;) {
    if (i < 0) break;
    i = (i + 1) & 15;
  }
  reach_error();
  return 0;
}
