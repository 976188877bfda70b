// verdict: TRUE
// reason: whoever is in one state of a control variable of any value has set a flag before
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = __VERIFIER_nondet_int();
  int flag = 0;
  int wait = 0;
  if (state == 4400) return 0;
  while (1) {
    if (state == 4352) {
      flag = 2;
      wait = __VERIFIER_nondet_int();
      state = 4400;
    } else if (state == 4400) {
      if (wait > 0) {
        wait = wait - 1;
      } else {
        if (flag != 2) reach_error();
        flag = 1;
        state = 4416;
      }
    } else if (state == 4416) {
      state = __VERIFIER_nondet_int();
      if (state == 4400) state = 4352;
    } else {
      flag = 0;
      state = __VERIFIER_nondet_int() ? 4352 : 4416;
    }
  }
  return 0;
}
