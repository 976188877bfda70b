// verdict: TRUE
// reason: a goto by a table of label differences leads to the label that the element stands for
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static const int to[] = {&&first - &&first, &&second - &&first, [3] = (short)(&&last - &&first)};
  static const short back[2] = {&&first - &&last, 0};
  int x = 0, turns = 0;
  goto *(&&first + to[__VERIFIER_nondet_int() & 1]);
first:
  x += 1;
  goto *(void *)(&&first + to[x > 1 ? 3 : 1]);
second:
  x += 2;
  if (turns++ < 1) goto *(&&last + back[0]);
  goto *(&&last + back[1]);
last:
  if (x != 4 && x != 5 && x != 6 && x != 3) reach_error();
  return 0;
}
