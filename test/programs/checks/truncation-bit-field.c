// verdict: TRUE
// checks: truncation
// reason: the masked value fits the bit-field
// why-wrong: a bit-field of three bits does not have the value 8
extern int __VERIFIER_nondet_int(void);
struct parts { unsigned low : 3; };
int main(void) {
  struct parts parts;
  int number = __VERIFIER_nondet_int(); // wrong: unsigned number = __VERIFIER_nondet_int() & 15;
  parts.low = number & 7; // wrong: parts.low = number;
  return parts.low;
}
