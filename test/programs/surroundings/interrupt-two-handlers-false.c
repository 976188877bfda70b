// verdict: FALSE
// reason: one handler after the other, in this order
// interrupts: second, first
void reach_error(void);
volatile int stage;
void first(void) { if (stage == 0) stage = 1; }
void second(void) { if (stage == 1) stage = 2; }
int main(void) {
  if (stage == 2) reach_error();
  return 0;
}
