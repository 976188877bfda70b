// verdict: UNKNOWN
// reason: the order of a pointer and a number is that of addresses
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
char block[0x1000];

int main(void) {
  char *p = (char *)__VERIFIER_nondet_ulong();
  if (p > block && p < block + 0x10) reach_error();
  return 0;
}
