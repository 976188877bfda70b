// verdict: FALSE
// reason: the handler reaches the object through a pointer
// interrupts: handler
void reach_error(void);
static int buffer[4];
static volatile int *volatile where = buffer;
void handler(void) { *where = 7; }
int main(void) {
  buffer[0] = 1;
  if (buffer[0] == 7) reach_error();
  return 0;
}
