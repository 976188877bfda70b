// verdict: TRUE
// reason: a function without body can change neither what it cannot reach nor what is const
void reach_error(void) {}

extern int look(const int *);
int main(void) {
  static const int x = 5;
  int hidden = 1;
  int seen = look(&x);
  if (seen > 0 && x != 5 || hidden != 1) reach_error();
  return 0;
}
