// verdict: TRUE
// reason: a _Bool that an external function set is true or false where it is read as such
// externals: agree
extern void reach_error(void);
extern void set(_Bool *);
int main(void) {
  _Bool truth = 0;
  set(&truth);
  int number = truth;
  if (number != 0 && number != 1) reach_error();
  return 0;
}
