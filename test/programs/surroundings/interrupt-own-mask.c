// verdict: TRUE
// reason: both accesses stand between the calls that mask interrupts
// why-wrong: the handler runs again once the mask is lifted
// interrupts: handler
// masks: enter_critical:leave_critical
void reach_error(void);
void enter_critical(void) {}
void leave_critical(void) {}
volatile int shared;
void handler(void) { shared = 1; }
int main(void) {
  enter_critical();
  shared = 0;
  // wrong: leave_critical();
  if (shared != 0) reach_error();
  leave_critical(); // wrong:
  return 0;
}
