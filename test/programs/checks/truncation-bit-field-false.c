// verdict: FALSE
// checks: truncation
// reason: a bit-field of three bits does not have the value 8
extern int __VERIFIER_nondet_int(void);
struct parts { unsigned low : 3; };
int main(void) {
  struct parts parts;
  unsigned number = __VERIFIER_nondet_int() & 15;
  parts.low = number;
  return parts.low;
}
