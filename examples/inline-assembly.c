// Expected: UNKNOWN, naming the assembly statement: what it does to `x` is not modelled.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __asm__("bswap %0" : "+r"(x));
  if (x == 42) reach_error();
  return 0;
}
