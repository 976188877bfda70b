// verdict: TRUE
// reason: a function that the handler shares with the program is not interrupted within the handler
// interrupts: handler
void reach_error(void);
volatile int inside;
void step(void) {
  inside = inside + 1;
  if (inside != 1) reach_error();
  inside = inside - 1;
}
void cli(void);
void sei(void);
void handler(void) { step(); }
int main(void) {
  cli();
  step();
  sei();
  return 0;
}
