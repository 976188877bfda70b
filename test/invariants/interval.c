// verdict: TRUE
// reason: the ends of an interval move towards each other
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 0, high = 10;
  for (;;) {
    if (__VERIFIER_nondet_int() && low < high) low++;
    if (__VERIFIER_nondet_int() && low < high) high--;
    if (low > 10) reach_error();
  }
}
