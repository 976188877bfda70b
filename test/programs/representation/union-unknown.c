// verdict: UNKNOWN
// reason: another member of the union leaves a byte that is no value of _Bool
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
union both {
  unsigned char byte;
  _Bool truth;
};
int main(void) {
  union both both;
  both.byte = __VERIFIER_nondet_uchar();
  if (both.truth > 1) reach_error();
  return 0;
}
