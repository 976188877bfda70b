// verdict: FALSE
// reason: the variable of a later call may have the memory that the variable of an earlier one had
extern void reach_error(void);

static int *left;

static void leave(void) {
  int x;
  left = &x;
}

static void look(void) {
  int y;
  if (left == &y) reach_error();
}

int main(void) {
  leave();
  look();
  return 0;
}
