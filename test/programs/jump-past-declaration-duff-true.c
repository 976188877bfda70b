// verdict: TRUE
// reason: cases within the body of a loop jump past a declaration; what is assigned behind the label is there
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 13 + 1, sum = 0, turns = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      unsigned one;
      one = 1;
      sum += one;
    case 3:
      one = 1;
      sum += one;
    case 2:
      one = 1;
      sum += one;
    case 1:
      one = 1;
      sum += one;
    } while (--turns > 0);
  }
  if (sum != n) reach_error();
  return 0;
}
