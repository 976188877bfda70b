// verdict: FALSE
// reason: the handler runs within a function that it calls itself
// interrupts: handler
void reach_error(void);
volatile int inside;
void step(void) {
  inside = 1;
  if (inside != 1) reach_error();
  inside = 0;
}
void handler(void) { step(); }
int main(void) {
  step();
  return 0;
}
