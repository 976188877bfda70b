// verdict: FALSE
// reason: a write to a part of a union leaves the other bytes: the rule here, as GCC does it
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
  union { unsigned long l; unsigned i; } u;
  u.l = (unsigned long)__VERIFIER_nondet_uint() << 32;
  u.i = 1;
  if (u.l == 0x500000001) reach_error();
  return 0;
}
