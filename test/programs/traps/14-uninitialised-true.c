// verdict: TRUE
// reason: what is not initialised has one value, not a new one at each read
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct pair { int x, y; };
int main(void) {
  int a, twice[3];
  struct pair s;
  if (a == 1)
    if (a != 1) reach_error();
  struct pair t = s;
  if (t.y != s.y) reach_error();
  int i = __VERIFIER_nondet_int() & 1;
  if (twice[i] > 5 && twice[i] < 3) reach_error();
  return 0;
}
