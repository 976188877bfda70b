// verdict: FALSE
// reason: pointers in variables are values like others
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0, *p = 0, **pp = &p;
  *pp = &x;
  **pp = 9;
  if (x == 9) reach_error();
  return 0;
}
