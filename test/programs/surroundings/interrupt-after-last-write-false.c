// verdict: FALSE
// reason: the handler may run behind the last access of the program, and fails itself
// interrupts: handler
void reach_error(void);
volatile int level;
void handler(void) {
  if (level > 9) reach_error();
}
int main(void) {
  level = 10;
  return 0;
}
