// verdict: FALSE
// reason: an uninitialised variable has one unknown value, not a new one at each read
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a;
  int b = a;
  if (b + a == 6) reach_error();
  return 0;
}
