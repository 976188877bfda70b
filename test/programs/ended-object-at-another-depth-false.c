// verdict: FALSE
// reason: the variable of a function lies elsewhere once its caller has taken more of the stack
extern void reach_error(void);

static int *left;

static void leave(void) {
  int x;
  if (left != 0 && left != &x) reach_error();
  left = &x;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    leave();
    char *more = __builtin_alloca(64);
    more[0] = 1;
  }
  return 0;
}
