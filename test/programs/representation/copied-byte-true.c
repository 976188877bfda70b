// verdict: TRUE
// reason: the copied byte is 0 or 1
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned char from = __VERIFIER_nondet_uchar();
  _Bool truth;
  if (from > 1) return 0;
  memcpy(&truth, &from, 1);
  int number = truth;
  if (number != from) reach_error();
  return 0;
}
