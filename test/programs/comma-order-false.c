// verdict: FALSE
// reason: the comma operator and increments have their effects in order
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 5;
  int j = i-- - --i;
  if (j == 2) reach_error();
  return 0;
}
