// verdict: TRUE
// reason: variables before a case label hold what is assigned behind it; those outside of the switch keep their values
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0, kept;
  kept = 1;
  for (int i = 0; i < 6; i++) {
    switch (__VERIFIER_nondet_int()) {
      int y, a[2], *p;
    case 0:
      y = 3;
      p = &y;
      *p += 1;
      s += y;
    case 1: {
      int z = 5;
      y = z;
      if (y) {
      case 2:
      default:
        z = 7;
        a[1] = kept;
        p = &a[1];
        if (z != 7 || *p != i + 1) reach_error();
      }
    }
    }
    kept++;
  }
  if (s < 0 || s > 24 || s % 4 != 0) reach_error();
  return 0;
}
