// verdict: FALSE
// reason: a handler may run more than once between two accesses
// interrupts: tick
void reach_error(void);
volatile unsigned char ticks;
void tick(void) { ticks++; }
int main(void) {
  unsigned char before = ticks;
  unsigned char after = ticks;
  if ((unsigned char)(after - before) > 1) reach_error();
  return 0;
}
