// verdict: UNKNOWN
// reason: the differences are off, and algebra must not find a proof
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned long long count = 0, cube = 0, step = 1, second = 6;
  while (__VERIFIER_nondet_int()) {
    if (count == 5000 && cube != count * count * count) reach_error();
    count = count + 1;
    cube = cube + step;
    step = step + second;
    second = second + 6;
    if (count == 4999) second = second + 1;
  }
  return 0;
}
