// verdict: TRUE
// reason: no loop invariant holds of mathematical integers alone
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x + 1u < x && x != 4294967295u) reach_error();
  int i = __VERIFIER_nondet_int();
  if (-i < 0 && i < 0 && i != -2147483647 - 1) reach_error();
  unsigned short s = 0;
  while (__VERIFIER_nondet_bool()) {
    s += 2;
    if (s % 2) reach_error();
  }
  return 0;
}
