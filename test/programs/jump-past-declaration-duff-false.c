// verdict: FALSE
// reason: a case label inside of a loop's body enters the body behind the declaration, which holds nothing of an earlier entry
extern void reach_error(void);
int main(void) {
  int seen = 0;
  for (int turn = 0; turn < 2; turn++) {
    int n = 2;
    switch (turn) {
    case 0:
      do {
        int step;
        step = 4;
      case 1:
        if (turn == 1 && n == 2) seen = step;
      } while (--n > 0);
    }
  }
  if (seen != 4) reach_error();
  return 0;
}
