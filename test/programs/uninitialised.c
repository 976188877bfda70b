// verdict: TRUE
// reason: an uninitialised variable has one unknown value, not a new one at each read
// why-wrong: an uninitialised variable has one unknown value, not a new one at each read
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a;
  if (a == 1) // wrong: int b = a;
    if (a != 1) reach_error(); // wrong: if (b + a == 6) reach_error();
  return 0;
}
