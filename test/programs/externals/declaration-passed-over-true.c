// verdict: TRUE
// reason: an assignment decides what an object holds whose declaration the switch passes over
// externals: agree
extern void reach_error(void);
extern void change(int *);
int main(void) {
  switch (1) {
    int value;
    case 1:
      change(&value);
      value = 3;
      if (value != 3) reach_error();
  }
  return 0;
}
