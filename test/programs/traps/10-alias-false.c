// verdict: FALSE
// reason: what is known of a variable does not survive a write through a pointer to it
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int a = 0, b = 0, *p = __VERIFIER_nondet_int() ? &a : &b, **pp = &p;
  a = 3;
  **pp = 4;
  if (a == 3 && b == 4) reach_error();
  return 0;
}
