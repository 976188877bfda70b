// verdict: FALSE
// reason: a register does not keep what is written, and two reads differ
// devices: 0x40000000:16
void reach_error(void);
int main(void) {
  volatile unsigned *control = (volatile unsigned *)0x40000004;
  *control = 3;
  if (*control != 3) reach_error();
  return 0;
}
