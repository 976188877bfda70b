// verdict: FALSE
// reason: a case label behind a declaration begins a new lifetime, so the value of an earlier turn is lost
extern void reach_error(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 2; i++) {
    switch (i) {
      int y;
    case 0:
      y = 3;
      break;
    case 1:
      s = y;
    }
  }
  if (s != 3) reach_error();
  return 0;
}
