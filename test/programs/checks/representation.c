// verdict: TRUE
// checks: representation
// reason: the byte is compared before it is read as _Bool
// why-wrong: the copied byte is no value of _Bool
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int numbers[2] = {1, 2};
  unsigned char from = __VERIFIER_nondet_uchar();
  _Bool truth;
  memcpy(&truth, &from, 1);
  return from < 2 ? numbers[truth] : 0; // wrong: return numbers[truth];
}
