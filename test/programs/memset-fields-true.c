// verdict: TRUE
// reason: memset fills bit-fields of all widths, whatever the byte
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *memset(void *, int, unsigned long);
struct fields {
  unsigned lo : 4, mid : 9, hi : 3;
  int wide : 30;
  _Bool flag : 1;
  _Bool whole;
};
int main(void) {
  struct fields s;
  memset(&s, 0xa5, sizeof s - sizeof s.whole);
  if (s.lo != 5 || s.mid != 0x5a || s.hi != 5) reach_error();
  unsigned char byte = __VERIFIER_nondet_uchar();
  struct fields t;
  memset(&t, byte, 2);
  if (*(unsigned char *)&t != byte || t.lo != (byte & 15)) reach_error();
  if (t.hi != byte >> 5) reach_error();
  memset(&t, 1, sizeof t);
  if (!t.whole || t.wide != 0x1010101 || t.flag) reach_error();
  return 0;
}
