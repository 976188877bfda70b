// verdict: TRUE
// reason: a computed goto within a block keeps the block's variables
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static void *const to[] = {&&first, &&second, &&last};
  for (int i = 0; i < 3; i++) {
    int outer = i;
    {
      int y;
      y = 1;
      goto *to[__VERIFIER_nondet_int() & 1];
    first:
      y += 1;
    second:
      y += outer;
      goto *to[2];
    last:
      if (y < 1 + i || y > 2 + i) reach_error();
    }
  }
  return 0;
}
