// verdict: FALSE
// checks: truncation
// reason: a byte does not have the value of an int
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char byte = __VERIFIER_nondet_int();
  return byte;
}
