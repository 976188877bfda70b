// verdict: FALSE
// reason: a jump out of a nested function matters only where it is reached
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  __label__ out;
  int by = 2;
  int add(int x) {
    if (x < 0) goto out;
    return x + by;
  }
  if (add(3) == 5) reach_error();
  return 0;
out:
  return 1;
}
