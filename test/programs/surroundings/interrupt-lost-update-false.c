// verdict: FALSE
// reason: the handler runs between the read and the write of an increment, and its own one is lost
// interrupts: handler
void reach_error(void);
volatile unsigned count;
volatile int handled;
void handler(void) {
  if (handled) return;
  handled = 1;
  count++;
}
int main(void) {
  count++;
  if (handled && count != 2) reach_error();
  return 0;
}
