// verdict: FALSE
// question: termination
// reason: unsigned numbers wrap around, and implicit conversions cut them, in a loop that never ends
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned number = __VERIFIER_nondet_uint();
  unsigned char byte = 1;
  while (byte != 0) {
    number += 2;
    byte = number | 1;
  }
  return 0;
}
