// verdict: TRUE
// reason: pointers in variables are values like others
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0, y = 0, *p = &x, **pp = &p;
  *pp = &y;
  *p = 3;
  if (x != 0 || y != 3) reach_error();
  return 0;
}
