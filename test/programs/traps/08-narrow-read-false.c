// verdict: FALSE
// reason: a narrow write to a wide object changes those bytes
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
  unsigned v = 0x01020304;
  ((unsigned char *)&v)[__VERIFIER_nondet_uint() & 3] = 0;
  if (v == 0x01000304) reach_error();
  return 0;
}
