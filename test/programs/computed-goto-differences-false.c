// verdict: FALSE
// reason: an interpreter of bytecode that finds its instructions by distances of labels
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  static const short op[] = {&&stop - &&stop, &&increment - &&stop, &&twice - &&stop};
  unsigned x = 1;
  for (int i = 0; i < 3; i++) {
    goto *(&&stop + op[__VERIFIER_nondet_uint() % 3]);
  increment:
    x++;
    continue;
  twice:
    x *= 2;
  }
stop:
  if (x == 6) reach_error();
  return 0;
}
