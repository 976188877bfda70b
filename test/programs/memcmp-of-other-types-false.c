// verdict: FALSE
// reason: an input makes the bytes of two numbers those of a literal
typedef unsigned long size_t;
extern int memcmp(const void *, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int numbers[2];

int main(void) {
  numbers[0] = 0x44434241;
  numbers[1] = __VERIFIER_nondet_int();
  if (memcmp(numbers, "ABCDEF", 6) == 0) reach_error();
  return 0;
}
