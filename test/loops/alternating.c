// verdict: TRUE
// proved-by: houdini
// Turns alternate between two counters: they differ by one at most, and by the flag exactly.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned left = 0, right = 0;
  _Bool flag = 0;
  while (__VERIFIER_nondet_int()) {
    if (flag) right++;
    else left++;
    flag = !flag;
  }
  if (left - right > 1) reach_error();
  return 0;
}
