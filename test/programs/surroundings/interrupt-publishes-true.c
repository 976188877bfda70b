// verdict: TRUE
// reason: the handler writes the data before it says so
// interrupts: handler
void reach_error(void);
volatile int ready;
volatile int data;
void handler(void) {
  data = 42;
  ready = 1;
}
int main(void) {
  while (!ready) {}
  if (data != 42) reach_error();
  return 0;
}
