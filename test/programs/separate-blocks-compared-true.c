// verdict: TRUE
// reason: the variable of an inner block lies apart from that of the block around it
extern void reach_error(void);

int main(void) {
  int outer = 1;
  int *left = &outer;
  {
    int inner = 2;
    if (left == &inner) reach_error();
  }
  return 0;
}
