// verdict: TRUE
// reason: cases fall through, ranges cover what they say
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  switch (x) {
    case 1:
      r = 1;
    case 2:
      r += 2;
      break;
    case 10 ... 20:
      r = 7;
      break;
    default:
      r = 9;
  }
  if (x == 1 && r != 3) reach_error();
  if (x == 15 && r != 7) reach_error();
  if (x == 9 && r != 9) reach_error();
  return 0;
}
