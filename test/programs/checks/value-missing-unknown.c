// verdict: UNKNOWN
// reason: some call through a pointer uses a value, and it is not known which function it calls
// checks: unreachable
extern int __VERIFIER_nondet_int(void);
static int nothing(int x) {
  if (x == 5) return 1;
}
static int same(int x) { return x; }
static int (*const table[])(int) = {nothing, same};
int main(void) {
  int x = __VERIFIER_nondet_int();
  return table[x & 1](x) == 0;
}
