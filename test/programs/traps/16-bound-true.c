// verdict: TRUE
// reason: a bound is no proof: the loop ends with the value that it counts to
void reach_error(void) {}

int main(void) {
  unsigned i = 0;
  while (i < 700) i += 7;
  if (i != 700) reach_error();
  return 0;
}
