// verdict: TRUE
// reason: the other member of the union leaves 0 or 1
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
union both {
  unsigned char byte;
  _Bool truth;
};
int main(void) {
  union both both;
  both.byte = __VERIFIER_nondet_uchar() & 1;
  if (both.truth != both.byte) reach_error();
  return 0;
}
