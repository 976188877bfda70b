// verdict: TRUE
// reason: two ways to count the bits of a 16-bit input agree in 65536 short runs
extern void reach_error(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned value = __VERIFIER_nondet_ushort(), sum = 0;
  for (unsigned rest = value; rest != 0; rest &= rest - 1) sum++;
  unsigned pairs = value - (value >> 1 & 0x5555);
  unsigned fours = (pairs & 0x3333) + (pairs >> 2 & 0x3333);
  unsigned bytes = fours + (fours >> 4) & 0x0f0f;
  if ((bytes * 0x0101 >> 8 & 0xff) != sum) reach_error();
}
