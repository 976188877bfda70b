// verdict: FALSE
// reason: right shifts of negative numbers keep the sign
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int c = -5;
  if ((c >> 1) == -3 && ((unsigned)c >> 31) == 1) reach_error();
  return 0;
}
