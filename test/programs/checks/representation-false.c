// verdict: FALSE
// checks: representation
// reason: the copied byte is no value of _Bool
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int numbers[2] = {1, 2};
  unsigned char from = __VERIFIER_nondet_uchar();
  _Bool truth;
  memcpy(&truth, &from, 1);
  return numbers[truth];
}
