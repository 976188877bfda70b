// faults: 6 division; 7 overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int total = __VERIFIER_nondet_int();
  int parts = __VERIFIER_nondet_int();
  int average = parts > 0 ? 100 / parts : 100 % parts;
  return total / parts > average;
}
