// verdict: UNKNOWN
// reason: a compiler may put the compound literals of blocks one after the other in the same place
extern void reach_error(void);

int main(void) {
  int *left;
  {
    int *first = (int[2]){1, 2};
    left = first;
  }
  {
    int *second = (int[2]){3, 4};
    if (left == second) reach_error();
  }
  return 0;
}
