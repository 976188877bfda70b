// verdict: TRUE
// reason: the factors are small
// checks: overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), most = 0;
  if (n > 30000) return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      int area = i * j;
      if (area > most) most = area;
    }
  return most < 0;
}
