// verdict: TRUE
// reason: sums of differences are cubes, by an equality of polynomials for each sum
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned long long count = 0, cube = 0, step = 1, second = 6;
  while (__VERIFIER_nondet_int()) {
    if (cube != count * count * count) reach_error();
    count = count + 1;
    cube = cube + step;
    step = step + second;
    second = second + 6;
  }
  return 0;
}
