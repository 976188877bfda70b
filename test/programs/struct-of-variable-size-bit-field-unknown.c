// verdict: UNKNOWN
// reason: where a bit-field lies behind an array of variable length is not modelled
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  struct {
    char a[n];
    unsigned b : 3;
  } s;
  s.b = 5;
  if (s.b != 5)
    reach_error();
  return 0;
}
