// verdict: TRUE
// inlined-edges: 1
// reason: a function that is laid out once returns to the call it came from
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int limited(int value, int limit) {
  while (value > limit) value = __VERIFIER_nondet_int();
  return value;
}

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  int small = limited(__VERIFIER_nondet_int(), low);
  int large = limited(__VERIFIER_nondet_int(), high);
  if (small > low || large > high) reach_error();
}
