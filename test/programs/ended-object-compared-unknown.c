// verdict: UNKNOWN
// reason: the variable of a later call may have other memory than the variable of an earlier one had
extern void reach_error(void);

static int *left;

static void leave(void) {
  int x;
  left = &x;
}

static void look(void) {
  int y;
  if (left != &y) reach_error();
}

int main(void) {
  leave();
  look();
  return 0;
}
