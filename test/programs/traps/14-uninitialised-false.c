// verdict: FALSE
// reason: what is not initialised may have any value: the rule here
void reach_error(void) {}

struct pair { int x, y; };
int main(void) {
  struct pair s;
  s.x = 1;
  if (s.y == 3) reach_error();
  return 0;
}
