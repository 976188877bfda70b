// verdict: FALSE
// reason: loops made of goto, and loops that test at their end
void reach_error(void) {}

int main(void) {
  int first = 1, ok = 1;
again:
  ok = first;
  first = 0;
  if (!ok) reach_error();
  goto again;
}
