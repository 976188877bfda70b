// verdict: UNKNOWN
// reason: an external function may change an object whose declaration the switch passes over
// externals: agree
extern void reach_error(void);
extern void change(int *);
int main(void) {
  switch (1) {
    int value;
    case 1:
      change(&value);
      int first = value;
      change(&value);
      if (first != value) reach_error();
  }
  return 0;
}
