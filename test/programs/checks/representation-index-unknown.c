// verdict: UNKNOWN
// checks: deref
// reason: the index is no value of _Bool, which no proof of another check passes over
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int numbers[2] = {1, 2};
  unsigned char from = __VERIFIER_nondet_uchar();
  _Bool truth;
  memcpy(&truth, &from, 1);
  return numbers[truth];
}
