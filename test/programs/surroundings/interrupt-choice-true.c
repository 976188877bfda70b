// verdict: TRUE
// reason: the arm of a choice that is not taken reads nothing, and each read counts
// interrupts: handler
void reach_error(void);
static int object = 3;
static int *volatile pointer;
void handler(void) { pointer = &object; }
int main(void) {
  int *seen = pointer;
  int value = seen ? *seen : 3;
  if (value != 3) reach_error();
  return 0;
}
