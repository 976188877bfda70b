// verdict: UNKNOWN
// reason: an object may lie at any address, one that a program names too
extern void reach_error(void);
int g = 1;

int main(void) {
  if (&g == (int *)0x404018UL) reach_error();
  return 0;
}
