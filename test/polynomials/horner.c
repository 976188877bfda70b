// verdict: TRUE
// reason: a geometric sum times its ratio less one is the next power less one, with a factor; numbers of 32 bits among those of 64
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int ratio = __VERIFIER_nondet_int(), first = __VERIFIER_nondet_int();
  long long sum = first, power = ratio;
  while (__VERIFIER_nondet_int()) {
    sum = sum * ratio + first;
    power = power * ratio;
  }
  if (sum * ratio - sum != first * power - first) reach_error();
  return 0;
}
