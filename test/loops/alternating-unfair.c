// verdict: FALSE
// found-by: bmc
// Every fifteenth turn is followed by one of the same counter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned left = 0, right = 0, turns = 0;
  _Bool flag = 0;
  while (__VERIFIER_nondet_int()) {
    if (flag) right++;
    else left++;
    turns++;
    if (turns % 15 != 0) flag = !flag;
  }
  if (left - right > 1 && right - left > 1) reach_error();
  return 0;
}
