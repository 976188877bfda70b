// verdict: TRUE
// reason: the address of a nested function, a jump out of one, and arrays of variable size matter only where they are reached
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  __label__ out;
  int by = 2, n = 3;
  int array[n];
  int add(int x) {
    if (x < 0) goto out;
    if (x == 1) return array[0];
    return x + by;
  }
  int (*p)(int) = 0;
  if (n != 3) p = add;
  if (add(3) != 5 || p) reach_error();
  return 0;
out:
  return 1;
}
