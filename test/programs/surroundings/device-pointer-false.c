// verdict: FALSE
// reason: a pointer to registers leaves them
// checks: deref
// devices: 0x40000000:16
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  volatile unsigned *registers = (volatile unsigned *)0x40000000;
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 4) return 0;
  return (int)registers[i];
}
