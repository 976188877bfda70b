// verdict: FALSE
// reason: a variable that is only declared may have any value
void reach_error(void) {}

extern int elsewhere;
int main(void) {
  if (elsewhere == 42) reach_error();
  return 0;
}
