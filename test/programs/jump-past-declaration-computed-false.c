// verdict: FALSE
// reason: a computed goto into a block begins the lifetimes of the block's variables
extern void reach_error(void);
int main(void) {
  static void *const to[] = {&&first, &&second};
  int s = 0;
  for (int i = 0; i < 2; i++) {
    goto *to[i];
    {
      int y;
    first:
      y = 3;
      continue;
    second:
      s = y;
    }
  }
  if (s != 3) reach_error();
  return 0;
}
