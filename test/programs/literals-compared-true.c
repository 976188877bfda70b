// verdict: TRUE
// reason: compound literals of one block lie apart, also from those of the block around it
extern void reach_error(void);

int main(void) {
  int *outer = (int[2]){1, 2};
  {
    int *first = (int[2]){1, 2}, *second = (int[2]){1, 2};
    if (first == second || first == outer || second == outer) reach_error();
    if (first[1] + second[0] + outer[1] != 5) reach_error();
  }
  return 0;
}
