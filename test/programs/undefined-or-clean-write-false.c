// verdict: FALSE
// reason: a write out of bounds changes nothing here, but one within them leaves that element alone too
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int slots[3] = {0, 0, 0};
  int i = __VERIFIER_nondet_int();
  slots[i] = 1;
  if (slots[0] == 0 && slots[1] == 0)
    reach_error();
  return 0;
}
