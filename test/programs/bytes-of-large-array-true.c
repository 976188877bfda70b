// verdict: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* One byte of one of many elements. */
unsigned table[1000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 1000 || j >= 1000 || i == j) return 0;
  table[i] = 0x11223344;
  table[j] = 5;
  unsigned char *bytes = (unsigned char *)table;
  if (bytes[4 * i + 1] != 0x33 || bytes[4 * j] != 5 || bytes[4 * j + 3] != 0) reach_error();
  bytes[4 * i + 3] = 0xaa;
  if (table[i] != 0xaa223344 || table[j] != 5) reach_error();
  float f = *(float *)&table[j];
  if (f < 0) reach_error();
  return 0;
}
