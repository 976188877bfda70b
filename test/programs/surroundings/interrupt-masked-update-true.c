// verdict: TRUE
// reason: no handler runs while the increment is masked
// interrupts: handler
void reach_error(void);
void cli(void);
void sei(void);
volatile unsigned count;
volatile int handled;
void handler(void) {
  if (handled) return;
  handled = 1;
  count++;
}
int main(void) {
  cli();
  count++;
  unsigned seen = handled ? 2 : 1;
  if (count != seen) reach_error();
  sei();
  return 0;
}
