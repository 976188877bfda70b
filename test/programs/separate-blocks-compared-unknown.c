// verdict: UNKNOWN
// reason: a compiler may put the variables of blocks one after the other in the same place
extern void reach_error(void);

int main(void) {
  int *left;
  {
    int first = 1;
    left = &first;
  }
  {
    int second = 2;
    if (left == &second) reach_error();
  }
  return 0;
}
