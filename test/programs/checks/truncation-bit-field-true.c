// verdict: TRUE
// checks: truncation
// reason: the masked value fits the bit-field
extern int __VERIFIER_nondet_int(void);
struct parts { unsigned low : 3; };
int main(void) {
  struct parts parts;
  int number = __VERIFIER_nondet_int();
  parts.low = number & 7;
  return parts.low;
}
