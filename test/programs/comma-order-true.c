// verdict: TRUE
// reason: the comma operator and increments have their effects in order
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 1;
  int j = (i++, i + 1);
  if (i != 2 || j != 3) reach_error();
  return 0;
}
