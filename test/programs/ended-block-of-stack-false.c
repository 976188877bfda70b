// verdict: FALSE
// reason: a block of alloca may lie where one of an earlier activation was, in a recursive function as well
extern void reach_error(void);

static char *left;

static int leave(int depth) {
  char *block = __builtin_alloca(8);
  if (left == block) reach_error();
  left = block;
  return depth > 0 ? leave(depth - 1) : 0;
}

int main(void) {
  leave(0);
  leave(0);
  return 0;
}
