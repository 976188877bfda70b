// verdict: FALSE
// reason: a bit-field keeps only its bits
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct widths { unsigned f : 5; };
int main(void) {
  struct widths s;
  int n = __VERIFIER_nondet_int();
  int stored = (s.f = n);
  if (n == 77 && stored == 13 && s.f - 14 < 0) reach_error();
  return 0;
}
