// verdict: TRUE
// reason: the address of a nested function and arrays of variable size matter only where they are reached
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int by = 2, n = 3;
  int array[n];
  int add(int x) {
    if (x == 1) return array[0];
    return x + by;
  }
  int (*p)(int) = 0;
  if (n != 3) p = add;
  if (add(3) != 5 || p) reach_error();
  return 0;
}
