// verdict: FALSE
// reason: the last byte of the access lies behind the device
// checks: deref
// devices: 0x40000000:0x1000
int main(void) {
  *(volatile unsigned *)0x40000ffd = 1;
  return 0;
}
