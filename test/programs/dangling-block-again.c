// verdict: TRUE
// reason: a block's variable keeps its place from turn to turn
// property: unreach-call
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int mine = i + 5;
    if (!p) p = &mine;
    else if (*p != 6) reach_error();
  }
  return 0;
}
